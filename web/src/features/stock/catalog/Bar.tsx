import { WholesalerType } from '@fetlock/sdk'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type Ref, useEffect, useState } from 'react'
import type { Department, VatGroup, Wholesaler } from '../../../api/records.ts'
import { FindBox } from '../../../shared/FindBox.tsx'
import form from '../../../shared/form.module.css'
import listPage from '../../../shared/list-page.module.css'
import { catalogText as words } from '../../../text/catalog.ts'
import { type CatalogSearch, productTypes, typesOf } from './search.ts'
import classes from './Catalog.module.css'

export const isConnected = ({ type }: Wholesaler) => type === WholesalerType.Integration

/** A name with that of its location, if these are the credentials of one. */
const nameOf = ({ name, department }: Wholesaler, departments: readonly Department[]) => {
  const at = departments.find(({ url }) => url === department)
  return at === undefined ? name : words.atDepartment(name, at.name)
}

type Props = {
  readonly box: Ref<HTMLInputElement>
  readonly wholesaler: Wholesaler
  readonly wholesalers: readonly Wholesaler[]
  readonly departments: readonly Department[]
  readonly markup: string
  readonly vatGroup: string
  readonly vatGroups: readonly VatGroup[]
  readonly onMarkup: (typed: string) => void
  readonly onVatGroup: (url: string) => void
}

/** Whose catalog, which part of it, and what becomes of new items. */
export const Bar = (props: Props) => {
  const { box, wholesaler, wholesalers, departments, markup, vatGroup, vatGroups, onMarkup, onVatGroup } = props
  const search = useSearch({ from: '/stock/catalog' })
  const navigate = useNavigate({ from: '/stock/catalog' })
  const change = (changes: CatalogSearch) =>
    void navigate({ search: (before) => ({ ...before, ...changes }), replace: true })
  const { named = '' } = search
  const [typed, setTyped] = useState(named)
  // What is typed goes into the address once the hand rests.
  useEffect(() => {
    const timer = setTimeout(() => typed !== named && change({ named: typed || undefined }), 200)
    return () => clearTimeout(timer)
  })
  const types = typesOf(search)
  return (
    <div className={listPage['bar']}>
      <select
        className={`${form['input']} ${classes['short']}`}
        aria-label={words.wholesaler}
        value={wholesaler.id}
        onChange={({ target }) => change({ wholesaler: Number(target.value) })}
      >
        {wholesalers.map((one) => (
          <option key={one.id} value={one.id}>
            {nameOf(one, departments)}
          </option>
        ))}
      </select>
      <FindBox
        ref={box}
        aria-label={words.find}
        placeholder={words.find}
        maxLength={127}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <fieldset className={classes['types']} aria-label={words.types}>
        {productTypes.map((type) => (
          <label key={type} className={listPage['tick']}>
            <input
              type="checkbox"
              checked={types.includes(type)}
              onChange={({ target }) => {
                const chosen = productTypes.filter((one) => (one === type ? target.checked : types.includes(one)))
                change({ types: chosen.length === 0 ? undefined : chosen.join('.') })
              }}
            />
            {words.type[type]}
          </label>
        ))}
      </fieldset>
      <label className={classes['labelled']}>
        {words.markup}
        <input
          className={`${form['input']} ${classes['percent']}`}
          inputMode="decimal"
          autoComplete="off"
          maxLength={6}
          value={markup}
          onChange={({ target }) => onMarkup(target.value)}
        />
      </label>
      <label className={classes['labelled']}>
        {words.vat}
        <select
          className={`${form['input']} ${classes['short']}`}
          value={vatGroup}
          onChange={({ target }) => onVatGroup(target.value)}
        >
          {vatGroups.map(({ url, title }) => (
            <option key={url} value={url}>
              {title}
            </option>
          ))}
        </select>
      </label>
    </div>
  )
}

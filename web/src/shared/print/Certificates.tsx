import { Gender } from '@fetlock/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import type { Client } from '../../api/records.ts'
import { paperDateText } from './paper-format.ts'
import { showError, showToast } from '../toasts.ts'
import { printingText } from '../../text/printing.ts'
import { paperText } from '../../text/paper.ts'
import { addressedAs } from './addressed-as.ts'
import classes from './Certificates.module.css'
import { type Certificate, type Certificates as Read, readCertificates } from './read-certificate.ts'
import type { Paper } from './shown-paper.ts'
import { isAllSaved, usePrinter } from './use-printer.ts'

const filled = (parts: readonly string[], between = ', ') => parts.filter((part) => part.trim() !== '').join(between)

type Fact = readonly [string, string | readonly string[]]
const Facts = ({ facts }: { readonly facts: readonly Fact[] }) => (
  <dl>
    {facts
      .map(([name, value]) => [name, [value].flat().filter((line) => line.trim() !== '')] as const)
      .filter(([, lines]) => lines.length > 0)
      .map(([name, lines]) => (
        <div key={name}>
          <dt>{name}</dt>
          {lines.map((line) => (
            <dd key={line}>{line}</dd>
          ))}
        </div>
      ))}
  </dl>
)

const addressOf = ({ street_address, street_address_2, zip_code, city }: Client) => [
  street_address,
  street_address_2,
  filled([zip_code, city], ' '),
]

type SheetProps = { readonly read: Read; readonly certificate: Certificate }

const Animals = ({ certificate: { patient, owner } }: Pick<SheetProps, 'certificate'>) => {
  const { facts } = paperText.certificate
  const gender = patient.gender === Gender.Unknown ? '' : patient.gender
  const born = patient.date_of_birth === null ? '' : paperDateText(patient.date_of_birth)
  return (
    <div className={classes['facts']}>
      <Facts
        facts={[
          [facts.patient, patient.name || '–'],
          [facts.species, filled([patient.species ?? '', patient.breed ?? ''])],
          [facts.born, filled([gender, born])],
          [facts.color, patient.color],
          [facts.chip, patient.microchip ?? ''],
          [facts.passport, patient.passport_number],
        ]}
      />
      {owner !== undefined && (
        <Facts
          facts={[
            [facts.owner, addressedAs(owner)],
            [facts.address, addressOf(owner)],
          ]}
        />
      )}
    </div>
  )
}

const Vaccinations = ({ vaccinations }: Pick<Certificate, 'vaccinations'>) => {
  const { columns } = paperText.certificate
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{columns.given}</th>
          <th scope="col">{columns.vaccine}</th>
          <th scope="col">{columns.batch}</th>
          <th scope="col">{columns.due}</th>
        </tr>
      </thead>
      <tbody>
        {vaccinations.map((one) => (
          <tr key={one.id}>
            <td>{paperDateText(one.given)}</td>
            <td>
              <strong>{one.vaccine}</strong>
              <small>{one.vet}</small>
            </td>
            <td>
              {one.batch || '–'}
              {one.useBy !== null && <small>{paperText.useBy(paperDateText(one.useBy))}</small>}
            </td>
            <td>{one.due === null ? '–' : <strong>{paperDateText(one.due)}</strong>}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const Sheet = ({ read: { clinic, logo }, certificate }: SheetProps) => {
  const { department, vaccinations, today } = certificate
  const words = paperText.certificate
  const place = clinic.city === '' && clinic.street_address === '' ? department : clinic
  return (
    <article className={classes['sheet']}>
      <header>
        {logo !== undefined && <img src={logo} alt="" />}
        <div>
          <strong>{clinic.name}</strong>
          <p>
            {filled([
              department.name === clinic.name ? '' : department.name,
              place.street_address,
              filled([place.zip_code, place.city], ' '),
              department.phone || clinic.phone,
            ])}
          </p>
        </div>
      </header>
      <h1>{words.title}</h1>
      <Animals certificate={certificate} />
      <Vaccinations vaccinations={vaccinations} />
      <div className={classes['signed']}>
        <div>
          <p className={classes['line']}>
            <strong>{vaccinations[0]!.vet}</strong>
            {vaccinations[0]!.vet === '' ? words.veterinarian : `, ${words.veterinarian}`}
          </p>
          <p>{filled([place.city, paperDateText(today)], ' ')}</p>
        </div>
        <p className={classes['stamp']}>{words.stamp}</p>
      </div>
      <footer>{words.noPassport}</footer>
    </article>
  )
}

type Props = {
  readonly paper: Extract<Paper, { readonly kind: 'certificates' }>
  readonly onDone: () => void
}

const Sheets = ({ read, onDone }: { readonly read: Read; readonly onDone: () => void }) => {
  const place = useRef<HTMLElement>(null)
  usePrinter(place, true, onDone)
  return createPortal(
    <main ref={place} className={classes['paper']}>
      {read.certificates.map((certificate) => (
        <Sheet key={certificate.patient.id} read={read} certificate={certificate} />
      ))}
    </main>,
    document.body,
  )
}

/** Prints vaccination certificates, a sheet for each animal that was vaccinated. */
export const Certificates = ({ paper: { animals, visit }, onDone }: Props) => {
  const client = useQueryClient()
  const [read, setRead] = useState<Read>()
  const refuse = useEffectEvent((message: string) => {
    showToast(message, { isProblem: true })
    onDone()
  })
  const start = useEffectEvent(async () => {
    if (!(await isAllSaved(client))) return refuse(printingText.unsaved)
    const found = await readCertificates(client, animals, visit)
    if (found.certificates.length > 0) return setRead(found)
    return refuse(paperText.certificate.none(animals.map(({ patient }) => patient.name || '–').join(', ')))
  })
  const fail = useEffectEvent((error: unknown) => {
    showError(error)
    onDone()
  })
  useEffect(() => {
    start().catch(fail)
  }, [])
  return read === undefined ? null : <Sheets read={read} onDone={onDone} />
}

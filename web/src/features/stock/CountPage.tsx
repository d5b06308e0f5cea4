import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { findByCode } from '../../api/item.ts'
import { may, useMe } from '../../api/me.ts'
import { messageOf } from '../../api/problem.ts'
import type { Department } from '../../api/records.ts'
import { countsQuery } from '../../api/stockmovement.ts'
import { dateIn, startOfDay } from '../../format.ts'
import backHead from '../../shared/back-head.module.css'
import { Heading } from '../../shared/Heading.tsx'
import page from '../../shared/page.module.css'
import { compare } from '../../shared/packages.ts'
import { ErrorState } from '../../shared/states.tsx'
import { useTillDepartment } from '../../shared/till-department.ts'
import { useNow } from '../../shared/useNow.ts'
import { useScanner } from '../../shared/useScanner.ts'
import { stockText } from '../../text/stock.ts'
import { CountedTable } from './CountedTable.tsx'
import { CountForm, type CountHandle } from './CountForm.tsx'
import { FindItem } from './FindItem.tsx'
import classes from './Count.module.css'

const findWords = {
  label: stockText.counting.findLabel,
  placeholder: stockText.counting.find,
  found: stockText.counting.found,
  notFound: stockText.nothingFound,
}

const Head = ({ department, said }: { readonly department: Department; readonly said: string }) => {
  const { department: chosen } = useSearch({ from: '/stock/count' })
  return (
    <div className={`${page['head']} ${backHead['head']} ${classes['head']}`}>
      <Link
        className={backHead['back'] ?? ''}
        to="/stock/"
        search={{ department: chosen }}
        aria-label={stockText.counting.back}
      >
        <IconArrowLeft size={18} stroke={1.6} aria-hidden="true" />
      </Link>
      <Heading title={stockText.counting.title} />
      <span className={page['context']}>{department.name}</span>
      <span className={classes['said']} role="status">
        {said}
      </span>
    </div>
  )
}

const Counting = ({ department }: { readonly department: Department }) => {
  const zone = useMe().organisation.time_zone
  const { item } = useSearch({ from: '/stock/count' })
  const navigate = useNavigate({ from: '/stock/count' })
  const box = useRef<HTMLInputElement>(null)
  const form = useRef<CountHandle>(null)
  const [problem, setProblem] = useState<string>()
  const today = dateIn(new Date(useNow()), zone)
  const { data: counts, error, refetch } = useQuery(countsQuery(department.id, startOfDay(today, zone).toISOString()))
  const differ = (counts ?? []).filter(({ quantity }) => compare(quantity, '0') !== 0).length
  const show = (next: number | undefined) =>
    void navigate({ search: (before) => ({ ...before, item: next }), replace: true })
  /** The next package saves the one before; the same again is one more. */
  const take = async (next: number) => {
    setProblem(undefined)
    if (next === item) return form.current?.addOne()
    if ((await form.current?.saveTyped()) === false) return undefined
    return show(next)
  }
  const scan = async (code: string) => {
    try {
      const found = await findByCode(code)
      if (found.length === 1) return await take(found[0]!.id)
      return setProblem(found.length === 0 ? stockText.counting.unknown(code) : stockText.counting.several(code))
    } catch (failure) {
      return setProblem(messageOf(failure))
    }
  }
  useScanner({ box, onCode: (code) => void scan(code), code: /./, takesTyping: true })
  return (
    <>
      <Head department={department} said={counts === undefined ? '' : stockText.counting.done(counts.length, differ)} />
      <div className={classes['body']}>
        <div className={classes['main']}>
          <FindItem
            box={box}
            isFirst
            words={findWords}
            onItem={({ id }) => void take(id)}
            onCode={(code) => void scan(code)}
          />
          <p className={classes['problem']} role="alert">
            {problem}
          </p>
          {error !== null && counts === undefined ? (
            <ErrorState error={error} what={stockText.counting.what} onRetry={() => void refetch()} />
          ) : (
            <CountedTable counts={counts} />
          )}
        </div>
        <div className={classes['side']}>
          {item === undefined ? (
            <p className={page['none']}>{stockText.counting.scanNext}</p>
          ) : (
            <CountForm
              key={item}
              ref={form}
              item={item}
              department={department}
              today={today}
              onDone={() => {
                show(undefined)
                box.current?.focus()
              }}
            />
          )}
        </div>
      </div>
    </>
  )
}

/** Counting a shelf: scan, number, Enter, next. Each number is saved at once. */
export const CountPage = () => {
  const me = useMe()
  const department = useTillDepartment()
  if (!may(me, 'Settings: Stock', 'write'))
    return (
      <>
        <div className={page['head']}>
          <Heading title={stockText.counting.title} />
        </div>
        <p className={classes['refused']}>{stockText.counting.needs}</p>
      </>
    )
  return department === undefined ? null : <Counting key={department.id} department={department} />
}

import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { importsQuery, isUnderWay } from '../../../api/import.ts'
import { idOf, type Import, type Me, type Setup } from '../../../api/records.ts'
import page from '../../../shared/page.module.css'
import { lineNames, type LineName, missingIn } from '../../../shared/setup-state.ts'
import { StatusGlyph } from '../../../shared/StatusGlyph.tsx'
import { settingsText } from '../../../text/en-settings.ts'
import { progressOf } from './import/progress.ts'
import { lines, mayImport, sections } from './lines.ts'
import type { SetupSearch } from './search.ts'
import classes from './Setup.module.css'

type Show = (changes: SetupSearch) => void
type WayProps = {
  readonly name: LineName
  readonly setup: Setup
  readonly label: string
  readonly className: string
  readonly onShow: Show
}

/** The way to where a line is filled: a link to another page, or a button that opens the panel beside this one. */
const Way = ({ name, setup, label, className, onShow }: WayProps) => {
  const { way } = lines[name]
  const shared = { className, 'aria-label': settingsText.setup.about(settingsText.setup.lines[name].title, label) }
  if ('panel' in way)
    return (
      <button type="button" {...shared} onClick={() => onShow(way.panel)}>
        {label}
      </button>
    )
  if (way.to === '/settings/people/')
    return (
      <Link {...shared} to={way.to} search={{ invite: true }}>
        {label}
      </Link>
    )
  if (!('of' in way))
    return (
      <Link {...shared} to={way.to}>
        {label}
      </Link>
    )
  return (
    <Link
      {...shared}
      to={way.to}
      search={{ of: way.of === 'department' ? idOf(setup.without_bank_account ?? '') || undefined : undefined }}
    >
      {label}
    </Link>
  )
}

/** What may be added by hand instead of being imported. */
const ByHand = ({ name }: { readonly name: LineName }) => {
  const words = settingsText.setup.byHand
  const className = classes['other'] ?? ''
  if (name === 'clients')
    return (
      <Link className={className} to="/clients/new/">
        {words.clients}
      </Link>
    )
  return name === 'items' ? (
    <Link className={className} to="/settings/items/" search={{ new: true }}>
      {words.items}
    </Link>
  ) : null
}

const Missing = ({ name, running }: { readonly name: LineName; readonly running: Import | undefined }) => {
  const { title, missing } = settingsText.setup.lines[name]
  const { done, all } = progressOf(running ?? { files: [] })
  return (
    <>
      <StatusGlyph name={running === undefined ? 'expected' : 'progress'} />
      <p>
        <strong>{title}</strong>
        <span>{running === undefined ? missing : settingsText.importing.under(running.name, done, all)}</span>
      </p>
    </>
  )
}

type ToFillProps = {
  readonly name: LineName
  readonly setup: Setup
  readonly isFirst: boolean
  readonly running: Import | undefined
  readonly onShow: Show
}

/** The ways to fill a line, or to the import that is filling it. */
const ToFill = ({ name, setup, isFirst, running, onShow }: ToFillProps) =>
  running === undefined ? (
    <>
      <ByHand name={name} />
      <Way
        name={name}
        setup={setup}
        label={settingsText.setup.lines[name].action}
        className={`button ${classes['way']} ${isFirst ? 'primary' : ''}`}
        onShow={onShow}
      />
    </>
  ) : (
    <button
      type="button"
      className={`button ${classes['way']}`}
      aria-label={settingsText.setup.about(running.name, settingsText.importing.show)}
      onClick={() => onShow({ import: running.id })}
    >
      {settingsText.importing.show}
    </button>
  )

/** What stands beside a line that is done. */
const doneText = (name: LineName, setup: Setup): string => {
  const { counts, printed, connected } = settingsText.setup
  if (name === 'people') return counts.people(setup.people)
  if (name === 'shifts') return counts.shifts(setup.people_with_shifts, setup.people)
  if (name === 'clients') return counts.clients(setup.clients)
  if (name === 'patients') return counts.patients(setup.patients)
  if (name === 'vat') return counts.rates(setup.vat_rates)
  if (name === 'items') return counts.items(setup.items)
  return name === 'email' ? connected : printed
}

/** The import of clients, patients or items that is under way now. */
const useUnderWay = (me: Me) => {
  const { data } = useQuery({ ...importsQuery, enabled: mayImport(me) })
  return (name: LineName) => data?.results.find((one) => isUnderWay(one) && one.files.some(({ kind }) => kind === name))
}

type Props = {
  readonly setup: Setup
  readonly me: Me
  /** No panel beside it has something more important to do. */
  readonly isAlone: boolean
  readonly onShow: Show
}

/** Each line with the way to where it is filled; those that are done stand below. */
export const SetupList = ({ setup, me, isAlone, onShow }: Props) => {
  const words = settingsText.setup
  const underWay = useUnderWay(me)
  const missing = missingIn(setup)
  const done = lineNames.filter((name) => !missing.includes(name))
  const first = missing.find((name) => lines[name].mayFill(me) && underWay(name) === undefined)
  return (
    <div className={classes['list']}>
      {missing.length === 0 && <p className={classes['all']}>{words.all}</p>}
      {sections
        .map((section) => [section, missing.filter((name) => lines[name].section === section)] as const)
        .filter(([, names]) => names.length > 0)
        .map(([section, names]) => (
          <section key={section} aria-labelledby={`setup-${section}`}>
            <h2 id={`setup-${section}`}>{words.sections[section]}</h2>
            <ul>
              {names.map((name) => (
                <li key={name}>
                  <Missing name={name} running={underWay(name)} />
                  {lines[name].mayFill(me) && (
                    <ToFill
                      name={name}
                      setup={setup}
                      isFirst={isAlone && name === first}
                      running={underWay(name)}
                      onShow={onShow}
                    />
                  )}
                </li>
              ))}
            </ul>
          </section>
        ))}
      {done.length > 0 && (
        <section aria-labelledby="setup-done">
          <h2 id="setup-done">
            {words.done} <span className={classes['count']}>{done.length}</span>
          </h2>
          <ul>
            {done.map((name) => (
              <li key={name} data-done="true">
                <StatusGlyph name="paid" />
                <p>
                  <strong>{words.lines[name].title}</strong>
                  <span>{doneText(name, setup)}</span>
                </p>
                {lines[name].mayFill(me) && (
                  <Way
                    name={name}
                    setup={setup}
                    label={words.lines[name].again}
                    className={classes['other'] ?? ''}
                    onShow={onShow}
                  />
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
      <p className={page['context']}>
        {words.walkIn} <Link to="/">{words.openToday}</Link>
      </p>
    </div>
  )
}

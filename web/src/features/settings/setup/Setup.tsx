import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { may, useMe } from '../../../api/me.ts'
import { changeOrganisation, organisationKey, organisationQuery } from '../../../api/organisation.ts'
import { setupKey, setupQuery } from '../../../api/setup.ts'
import { Heading } from '../../../shared/Heading.tsx'
import page from '../../../shared/page.module.css'
import sheet from '../../../shared/Sheet.module.css'
import { lineNames, missingIn } from '../../../shared/setup-state.ts'
import { ErrorState, Skeleton } from '../../../shared/states.tsx'
import { useWrite } from '../../../shared/use-write.ts'
import { settingsText } from '../../../text/en-settings.ts'
import { ImportPanel } from './import/ImportPanel.tsx'
import { RatesPanel } from './RatesPanel.tsx'
import classes from './Setup.module.css'
import { SetupList } from './SetupList.tsx'

/** Ends setting up: the app opens with the board from then on, and this page stays where the settings list it. */
const Hide = () => {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { data: organisation } = useQuery(organisationQuery)
  const setOpen = async (setup_open: boolean, key?: string) =>
    changeOrganisation(await queries.fetchQuery(organisationQuery), { setup_open }, key)
  const { write, isBusy } = useWrite({
    send: (setup_open: boolean, key) => setOpen(setup_open, key),
    refresh: () => [['me'], setupKey, organisationKey],
    said: () => settingsText.setup.hidden,
    undo: () => setOpen(true),
    onDone: () => navigate({ to: '/' }),
  })
  return (
    <button
      type="button"
      className={`button ${classes['hide']}`}
      aria-busy={isBusy}
      disabled={organisation === undefined}
      onClick={() => void write(false)}
    >
      {settingsText.setup.hide}
    </button>
  )
}

/** What a new clinic still needs, each line with the way to where it is filled, and the import of what it had before. */
export const Setup = () => {
  const me = useMe()
  const search = useSearch({ from: '/settings/setup' })
  const navigate = useNavigate({ from: '/settings/setup' })
  const { data: setup, error, refetch } = useQuery(setupQuery)
  const words = settingsText.setup
  const show = (changes: Partial<typeof search>) =>
    void navigate({
      search: (before) => ({ ...before, import: undefined, kind: undefined, rates: undefined, ...changes }),
      replace: true,
    })
  const close = () => show({})
  const isImporting = search.import !== undefined || search.kind !== undefined
  const panel =
    search.rates === true ? (
      <RatesPanel onClose={close} />
    ) : isImporting ? (
      <ImportPanel id={search.import} kind={search.kind} onShow={show} onClose={close} />
    ) : null
  return (
    <>
      <div className={`${page['head']} ${classes['head']}`}>
        <Heading title={words.title} />
        {setup !== undefined && (
          <span className={page['context']}>
            {words.progress(lineNames.length - missingIn(setup).length, lineNames.length, me.organisation.name)}
          </span>
        )}
        {setup?.open === true && may(me, 'Settings: Departments', 'write') && <Hide />}
      </div>
      <div className={`${sheet['beside']} ${classes['body']}`}>
        <div className={`${sheet['page']} ${classes['page']}`} tabIndex={-1}>
          {error !== null && setup === undefined ? (
            <ErrorState error={error} what={words.what} onRetry={() => void refetch()} />
          ) : setup === undefined ? (
            <div className={classes['waiting']} aria-hidden="true">
              {[70, 62, 66, 58, 64].map((width) => (
                <Skeleton key={width} width={`${width}%`} />
              ))}
            </div>
          ) : (
            <SetupList setup={setup} me={me} isAlone={panel === null} onShow={show} />
          )}
        </div>
        {panel}
      </div>
    </>
  )
}

import { IconPhoto } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ChangeEvent, useRef } from 'react'
import { logoQuery, organisationKey, putLogo, removeLogo } from '../../../api/organisation.ts'
import { setupKey } from '../../../api/setup.ts'
import { showError } from '../../../shared/toasts.ts'
import { useWrite } from '../../../shared/use-write.ts'
import { settingsText } from '../../../text/en-settings.ts'
import form from '../form/form.module.css'
import classes from './Logo.module.css'
import { logoFrom } from './logo-from.ts'

type Props = { readonly version: number | null; readonly mayEdit: boolean }

/** The logo, which is saved as soon as it is chosen and can be taken back. */
export const Logo = ({ version, mayEdit }: Props) => {
  const chooser = useRef<HTMLInputElement>(null)
  const { data: shown } = useQuery({ ...logoQuery(version ?? 0), enabled: version !== null })
  const { logo } = settingsText.clinic
  const refresh = () => [organisationKey, setupKey]
  const putting = useWrite<Blob, unknown>({ send: putLogo, refresh, said: () => logo.saved })
  const removing = useWrite<Blob | undefined, unknown>({
    send: (_before, key) => removeLogo(key),
    refresh,
    said: () => logo.removed,
    undo: async ({ variables: before }) => {
      if (before !== undefined) await putLogo(before)
    },
  })
  const choose = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? []
    target.value = ''
    if (file === undefined) return
    try {
      await putting.write(await logoFrom(file))
    } catch (error) {
      showError(error)
    }
  }
  return (
    <section>
      <div className={form['head']}>
        <h2>{logo.title}</h2>
        <span>{logo.where}</span>
      </div>
      <div className={classes['logo']}>
        <span className={classes['frame']}>
          {version !== null && shown !== undefined ? (
            <img src={shown.address} alt={logo.alt} />
          ) : (
            <IconPhoto size={28} stroke={1.4} aria-hidden="true" />
          )}
        </span>
        <div>
          <p>{version === null ? logo.none : logo.size}</p>
          {mayEdit && (
            <div className={classes['buttons']}>
              <button
                type="button"
                className="button small"
                aria-busy={putting.isBusy}
                onClick={() => chooser.current?.click()}
              >
                {version === null ? logo.choose : logo.replace}
              </button>
              {version !== null && (
                <button
                  type="button"
                  className="button small"
                  aria-busy={removing.isBusy}
                  onClick={() => void removing.write(shown?.image)}
                >
                  {logo.remove}
                </button>
              )}
              <input
                ref={chooser}
                type="file"
                hidden
                aria-label={logo.file}
                accept="image/png,image/jpeg,image/webp,image/gif,image/svg+xml"
                onChange={(event) => void choose(event)}
              />
            </div>
          )}
        </div>
      </div>
    </section>
  )
}

import { IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useRef } from 'react'
import { useMe } from '../../api/me.ts'
import type { Consultation, Patient, TextTemplate } from '../../api/records.ts'
import { type Action, useActions } from '../../shared/actions.ts'
import { KeyCap } from '../../shared/KeyCap.tsx'
import { ErrorState } from '../../shared/states.tsx'
import { text } from '../../text/en.ts'
import { dischargeQuery } from '../../api/dischargeinstruction.ts'
import { TemplateMenu } from './TemplateMenu.tsx'
import type { EditorHandle } from './TextEditor.tsx'
import { Texts } from './Texts.tsx'
import { useDischargePrint } from './useDischargePrint.tsx'
import classes from './VisitPage.module.css'

type Props = {
  readonly visit: Consultation
  readonly patients: readonly Patient[]
  readonly hasSeveral: boolean
  readonly isReadOnly: boolean
  readonly templates: readonly TextTemplate[]
  readonly timeZone: string
}

/** What the owner should do at home. */
export const Discharge = ({ visit, patients, hasSeveral, isReadOnly, templates, timeZone }: Props) => {
  const me = useMe()
  const { data, error, refetch } = useQuery(dischargeQuery(visit.id))
  const editors = useRef(new Map<number, EditorHandle>())
  const button = useRef<HTMLButtonElement>(null)
  const { print, paper } = useDischargePrint(visit, patients)
  useActions(
    useMemo(
      (): readonly Action[] => [
        {
          id: 'print discharge',
          title: text.visit.discharge.printLong,
          group: 'here',
          keys: 'Mod+p',
          run: print,
        },
        ...(isReadOnly
          ? []
          : [
              {
                id: 'discharge',
                title: text.visit.keys.discharge,
                group: 'here' as const,
                keys: 'x',
                run: () => button.current?.click(),
              },
            ]),
      ],
      [isReadOnly, print],
    ),
  )
  const insert = ({ text: inserted }: TextTemplate) => {
    for (const { id } of patients) editors.current.get(id)?.insert(inserted)
  }
  const of = (patient: Patient) => (data ?? []).filter((one) => one.patient === patient.url)
  return (
    <section className={classes['block']} aria-labelledby="discharge">
      <div className={classes['blockHead']}>
        <h2 id="discharge">{text.visit.discharge.title}</h2>
        <button type="button" className={`${classes['quiet']} ${classes['atEnd']}`} onClick={print}>
          <IconPrinter size={16} stroke={1.6} aria-hidden="true" />
          {text.visit.discharge.print}
          <KeyCap keys="Mod+p" />
        </button>
        {!isReadOnly && (
          <TemplateMenu
            hasPlus
            templates={templates}
            keys="x"
            label={text.visit.discharge.template}
            button={button}
            onChoose={insert}
          />
        )}
      </div>
      {paper}
      {error !== null && data === undefined && (
        <ErrorState error={error} what={text.visit.discharge.what} onRetry={() => void refetch()} />
      )}
      {data !== undefined &&
        patients.map((patient) => (
          <div key={patient.url} className={classes['instructions']}>
            {hasSeveral && <h3>{patient.name || '–'}</h3>}
            {isReadOnly ? (
              <p>
                {of(patient)
                  .map((one) => one.text)
                  .join('\n\n') || text.visit.discharge.none}
              </p>
            ) : (
              <Texts
                isSmall
                user={me.user.url}
                visit={visit.id}
                patient={patient}
                resource="consultationdischargeinstruction"
                records={of(patient)}
                label={text.visit.discharge.labelFor(patient.name)}
                placeholder={text.visit.discharge.placeholder}
                templates={templates}
                timeZone={timeZone}
                handle={(handle) => {
                  if (handle === null) editors.current.delete(patient.id)
                  else editors.current.set(patient.id, handle)
                }}
              />
            )}
          </div>
        ))}
    </section>
  )
}

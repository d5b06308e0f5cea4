import { MessageChannel } from '@fetlock/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useId } from 'react'
import {
  changeMessageSettings,
  type MessageSettings,
  type MessageSettingsChange,
  messageSettingsQuery,
} from '../../../api/messagesettings.ts'
import { setupKey } from '../../../api/setup.ts'
import { ProblemSummary } from '../../../shared/problems.tsx'
import { useWrite } from '../../../shared/use-write.ts'
import { text } from '../../../text/en.ts'
import { settingsText } from '../../../text/en-settings.ts'
import { TextField } from '../form/Fields.tsx'
import formClasses from '../form/form.module.css'
import { SaveFoot } from '../form/SaveFoot.tsx'
import { scrolled } from '../form/scrolled.ts'
import { type SettingsForm, useSettingsForm } from '../form/useSettingsForm.ts'
import classes from './Messaging.module.css'
import { TestMessage } from './TestMessage.tsx'

type Name = keyof typeof settingsText.messaging.labels
type Secret = {
  readonly form: SettingsForm
  readonly name: 'smtp_password' | 'sms_token'
  readonly isStored: boolean
  /** With another one of these the service removes the secret. */
  readonly goesWith: readonly Name[]
}

const labelled = (form: SettingsForm, name: Name) => ({
  form,
  name,
  label: settingsText.messaging.labels[name],
  ...(name in settingsText.messaging.hints && {
    hint: settingsText.messaging.hints[name as keyof typeof settingsText.messaging.hints],
  }),
})

/** A secret is written and never read: the field says only whether there is one. */
const SecretField = ({ form, name, isStored, goesWith }: Secret) => {
  const { hints, labels } = settingsText.messaging
  const isElsewhere = isStored && goesWith.some((one) => one in form.changes) && !(name in form.changes)
  const hint = isElsewhere ? hints.secretGoes : isStored ? hints.secretStored : hints.secretNone
  return <TextField form={form} name={name} label={labels[name]} hint={hint} kind="password" maxLength={1000} />
}

const Part = ({
  title,
  isSetUp,
  children,
}: {
  readonly title: string
  readonly isSetUp: boolean
  readonly children: ReactNode
}) => (
  <section>
    <div className={formClasses['head']}>
      <h2>{title}</h2>
      <span>{isSetUp ? settingsText.messaging.state.ready : settingsText.messaging.state.missing}</span>
    </div>
    {children}
  </section>
)

const mailFields = ['smtp_host', 'smtp_port', 'smtp_username', 'smtp_password', 'mail_from'] as const
const smsFields = ['sms_gateway_url', 'sms_account', 'sms_token', 'sms_from'] as const

/** What was typed, as the service takes it. A port that is no number is refused by it with what to enter. */
const bodyOf = (changes: Readonly<Record<string, unknown>>): MessageSettingsChange => ({
  ...changes,
  ...('smtp_port' in changes && {
    smtp_port: /^\d+$/.test(String(changes['smtp_port'])) ? Number(changes['smtp_port']) : (null as never),
  }),
})

type Props = { readonly settings: MessageSettings; readonly mayEdit: boolean }

/** The mail server and the SMS gateway, saved together, and each tried out as it is stored. */
export const MessagingForm = ({ settings, mayEdit }: Props) => {
  const id = useId()
  const queries = useQueryClient()
  // The secrets are never read, so what stands in their fields is only what is typed.
  const form = useSettingsForm({
    ...settings,
    smtp_port: String(settings.smtp_port),
    smtp_password: '',
    sms_token: '',
  })
  const { sections, explained } = settingsText.messaging
  const saving = useWrite<MessageSettingsChange, MessageSettings>({
    send: (body, key) => changeMessageSettings(settings, body, key),
    refresh: () => [messageSettingsQuery.queryKey, ['me'], setupKey],
    said: () => text.settings.form.saved,
    onDone: ({ variables, result }) => {
      queries.setQueryData(messageSettingsQuery.queryKey, result)
      const { smtp_port: port } = variables
      form.saved({ ...variables, ...(port !== undefined && { smtp_port: String(port) }) })
    },
    onProblem: form.fail,
    onConflict: () => form.say(text.settings.form.conflict),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    form.begin()
    if (form.count > 0) void saving.write(bodyOf(form.changes))
  }
  const field = (name: Name) => labelled(form, name)
  const isChanged = (names: readonly string[]) => names.some((name) => name in form.changes)
  return (
    <>
      <form id={id} noValidate onSubmit={submit} className={classes['form']}>
        <div className={classes['page']} {...(mayEdit ? {} : scrolled())}>
          <p className={formClasses['said']}>{explained}</p>
          <ProblemSummary problems={form.problems} attempt={form.attempt} />
          <div className={classes['parts']}>
            <Part title={sections.mail} isSetUp={settings.smtp_host !== '' && settings.mail_from !== ''}>
              <fieldset className={formClasses['parts']} disabled={!mayEdit}>
                <div className={classes['server']}>
                  <TextField {...field('smtp_host')} maxLength={255} />
                  <TextField {...field('smtp_port')} kind="number" maxLength={5} />
                </div>
                <TextField {...field('smtp_username')} maxLength={255} />
                <SecretField
                  form={form}
                  name="smtp_password"
                  isStored={settings.smtp_password_set}
                  goesWith={['smtp_host', 'smtp_username']}
                />
                <TextField {...field('mail_from')} kind="email" maxLength={254} />
              </fieldset>
              {mayEdit && <TestMessage channel={MessageChannel.EMail} isChanged={isChanged(mailFields)} />}
            </Part>
            <Part title={sections.sms} isSetUp={settings.sms_gateway_url !== '' && settings.sms_from !== ''}>
              <fieldset className={formClasses['parts']} disabled={!mayEdit}>
                <TextField {...field('sms_gateway_url')} maxLength={2000} />
                <TextField {...field('sms_account')} maxLength={255} />
                <SecretField
                  form={form}
                  name="sms_token"
                  isStored={settings.sms_token_set}
                  goesWith={['sms_gateway_url', 'sms_account']}
                />
                <TextField {...field('sms_from')} maxLength={63} />
              </fieldset>
              {mayEdit && <TestMessage channel={MessageChannel.Sms} isChanged={isChanged(smsFields)} />}
            </Part>
          </div>
        </div>
      </form>
      <SaveFoot count={form.count} form={id} isBusy={saving.isBusy} onDiscard={form.discard} />
    </>
  )
}

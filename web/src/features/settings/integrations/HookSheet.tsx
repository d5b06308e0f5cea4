import { WebhookContentType, WebhookTrigger } from '@fetlock/sdk'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { departmentsQuery } from '../../../api/department.ts'
import { deliveryKey, type MadeWebhook, setWebhook, type Webhook, webhookKey } from '../../../api/webhook.ts'
import { ConfirmDialog } from '../../../shared/ConfirmDialog.tsx'
import { SendButton } from '../../../shared/form.tsx'
import { ProblemSummary } from '../../../shared/problems.tsx'
import { Sheet } from '../../../shared/Sheet.tsx'
import { useWrite } from '../../../shared/use-write.ts'
import { settingsText } from '../../../text/en-settings.ts'
import { integrationsText } from '../../../text/integrations.ts'
import { ChoiceInput, LineInput, TickInput } from '../words/Inputs.tsx'
import { useRecordForm } from '../words/use-record-form.ts'
import { type HookDraft, hookStore } from './hook-draft.ts'
import { nameOfHook } from './HookList.tsx'
import classes from './Integrations.module.css'

const { form: words, webhooks } = integrationsText
const refresh = [webhookKey, deliveryKey] as const

/** As random as the service makes them. */
const newSecret = () =>
  btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

type Actions = { readonly hook: Webhook; readonly onSecret: (secret: string) => void; readonly onDone: () => void }

/** What is done about a webhook besides changing it. */
const HookActions = ({ hook, onSecret, onDone }: Actions) => {
  const [asking, ask] = useState<'secret' | 'archive'>()
  const { write, isBusy } = useWrite({
    send: (archived: boolean, key) => setWebhook(hook, { archived }, key),
    refresh: () => refresh,
    said: ({ result }) =>
      (result.archived ? settingsText.words.wasArchived : settingsText.words.wasRestored)(nameOfHook(result)),
    onDone,
  })
  // Made here and kept until it is known to be stored: what is asked for again after no answer is the same one.
  const [secret, setSecret] = useState(newSecret)
  const replacing = useWrite({
    send: (made: string, key) => setWebhook(hook, { secret: made }, key),
    refresh: () => refresh,
    onDone: ({ variables }) => {
      setSecret(newSecret())
      onSecret(variables)
    },
  })
  const close = () => ask(undefined)
  if (hook.archived)
    return (
      <div className={classes['actions']}>
        <button type="button" className="button" aria-busy={isBusy} onClick={() => void write(false)}>
          {settingsText.words.restore}
        </button>
      </div>
    )
  return (
    <div className={classes['actions']}>
      <button type="button" className="button" onClick={() => ask('secret')}>
        {words.newSecret}
      </button>
      <button type="button" className="button" onClick={() => ask('archive')}>
        {words.archiveAsk}
      </button>
      {asking === 'secret' && (
        <ConfirmDialog
          title={words.newSecretTitle}
          explained={words.newSecretExplained}
          action={words.newSecretAction}
          keep={words.keep}
          onConfirm={() => replacing.write(secret)}
          onClose={close}
        />
      )}
      {asking === 'archive' && (
        <ConfirmDialog
          title={words.archiveTitle(nameOfHook(hook))}
          explained={words.archiveExplained}
          action={words.archive}
          keep={words.keep}
          onConfirm={() => write(true)}
          onClose={close}
        />
      )}
    </div>
  )
}

type Props = {
  readonly hook: Webhook | undefined
  readonly onClose: () => void
  readonly onSecret: (hook: Webhook, secret: string) => void
  readonly onDone: (hook: MadeWebhook | undefined) => void
}

/** A webhook that is made or changed. */
export const HookSheet = ({ hook, onClose, onSecret, onDone }: Props) => {
  const { data: departments } = useQuery(departmentsQuery)
  const form = useRecordForm<MadeWebhook, HookDraft>(hook, hookStore, {
    labels: {
      name: words.name,
      trigger: words.trigger,
      url: words.url,
      department: words.department,
      content_type: words.content,
      active: words.active,
    },
    missingIn: ({ url }) => (url.trim() === '' ? ['url'] : []),
    nameOf: nameOfHook,
    refresh: () => refresh,
    onDone,
  })
  const triggers = Object.values(WebhookTrigger).map((trigger) => [trigger, webhooks.triggers[trigger]] as const)
  const contents = Object.values(WebhookContentType).map((content) => [content, words.contents[content]] as const)
  return (
    <Sheet
      title={hook === undefined ? webhooks.new : nameOfHook(hook)}
      onClose={onClose}
      foot={
        <SendButton
          label={hook === undefined ? words.add : words.save}
          state={form.isBusy ? 'sending' : 'open'}
          checking=""
          form="webhook"
        />
      }
    >
      <ProblemSummary problems={form.problems} attempt={form.attempt} />
      <form id="webhook" noValidate onSubmit={form.submit}>
        <LineInput form={form} name="name" label={words.name} hint={words.nameHint} maxLength={127} isFirst />
        <ChoiceInput form={form} name="trigger" label={words.trigger} hint={words.triggerHint} options={triggers} />
        <LineInput form={form} name="url" label={words.url} hint={words.urlHint} maxLength={2000} isNeeded />
        <ChoiceInput
          form={form}
          name="department"
          label={words.department}
          options={[['', words.allDepartments], ...(departments ?? []).map(({ url, name }) => [url, name] as const)]}
        />
        <ChoiceInput form={form} name="content_type" label={words.content} options={contents} />
        <TickInput form={form} name="active" label={words.active} hint={words.activeHint} />
      </form>
      {hook !== undefined && <HookActions hook={hook} onSecret={(secret) => onSecret(hook, secret)} onDone={onClose} />}
    </Sheet>
  )
}

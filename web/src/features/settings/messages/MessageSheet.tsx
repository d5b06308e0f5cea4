import { MessageChannel } from '@fetlock/sdk'
import { useQuery } from '@tanstack/react-query'
import {
  addMessageTemplate,
  changeMessageTemplate,
  messageTemplateKey,
  type Place,
  readMessageTemplate,
  removeMessageTemplate,
  type Wording,
  wordingQuery,
} from '../../../api/messagetemplate.ts'
import type { MessageTemplate } from '../../../api/records.ts'
import { SendButton } from '../../../shared/form.tsx'
import { ProblemSummary } from '../../../shared/problems.tsx'
import { Sheet } from '../../../shared/Sheet.tsx'
import { ErrorState, Skeleton } from '../../../shared/states.tsx'
import { useWrite } from '../../../shared/use-write.ts'
import { settingsText } from '../../../text/en-settings.ts'
import { text } from '../../../text/en.ts'
import { AreaInput, LineInput } from '../words/Inputs.tsx'
import { useRecordForm } from '../words/use-record-form.ts'
import words from '../words/Words.module.css'
import { MessagePreview } from './MessagePreview.tsx'
import { Placeholders } from './Placeholders.tsx'

type Props = {
  readonly place: Place
  /** The clinic's own wording, if it has one. */
  readonly template: MessageTemplate | undefined
  readonly onClose: () => void
}

const refresh = () => [messageTemplateKey]
const namedAt = ({ kind, channel }: Place) =>
  settingsText.messages.named(settingsText.messages.kinds[kind], settingsText.messages.channels[channel])

/** Removes the clinic's own wording, which Undo stores again. */
const BackToBuiltIn = ({ place, template, onClose }: Props & { readonly template: MessageTemplate }) => {
  const { subject, text: written } = template
  const { write, isBusy } = useWrite({
    send: (_: null, key) => removeMessageTemplate(template, key),
    refresh,
    said: () => settingsText.messages.wasRemoved(namedAt(place)),
    undo: () => addMessageTemplate({ ...place, subject, text: written }),
    onDone: onClose,
  })
  return (
    <div className={words['actions']}>
      <button type="button" className="button" aria-busy={isBusy} onClick={() => void write(null)}>
        {settingsText.messages.back}
      </button>
    </div>
  )
}

type FormProps = Props & { readonly wording: Wording; readonly placeholders: readonly string[] }

const MessageForm = ({ place, template, wording, placeholders, onClose }: FormProps) => {
  const { form: said, kinds, channels, named, subtitle, own, builtIn } = settingsText.messages
  const isMail = place.channel === MessageChannel.EMail
  const form = useRecordForm<MessageTemplate, Wording>(
    template,
    {
      draftOf: (record) => ({ subject: record?.subject ?? wording.subject, text: record?.text ?? wording.text }),
      add: (draft, key) => addMessageTemplate({ ...place, ...draft }, key),
      send: changeMessageTemplate,
      readNow: readMessageTemplate,
    },
    {
      labels: { subject: said.subject, text: said.text },
      missingIn: ({ subject, text: written }) => [
        ...(isMail && subject.trim() === '' ? (['subject'] as const) : []),
        ...(written.trim() === '' ? (['text'] as const) : []),
      ],
      nameOf: () => namedAt(place),
      refresh,
      onDone: onClose,
    },
  )
  return (
    <Sheet
      title={named(kinds[place.kind], channels[place.channel])}
      subtitle={subtitle(
        text.records.languages[place.language] ?? place.language,
        template === undefined ? builtIn : own,
      )}
      onClose={onClose}
      foot={
        <SendButton
          label={settingsText.words.save}
          state={form.isBusy ? 'sending' : 'open'}
          checking=""
          form="message"
        />
      }
    >
      <ProblemSummary problems={form.problems} attempt={form.attempt} />
      <form id="message" noValidate onSubmit={form.submit}>
        {isMail && <LineInput form={form} name="subject" label={said.subject} maxLength={255} isFirst isNeeded />}
        <AreaInput form={form} name="text" label={said.text} rows={isMail ? 12 : 4} maxLength={10_000} isNeeded />
      </form>
      <Placeholders form={form} names={placeholders} />
      <MessagePreview place={place} wording={form.draft} />
      {template !== undefined && <BackToBuiltIn place={place} template={template} onClose={onClose} />}
    </Sheet>
  )
}

/** A message in one language: its text, and how a client would read it. */
export const MessageSheet = (props: Props) => {
  const { place, onClose } = props
  const { data, error, refetch } = useQuery(wordingQuery(place))
  if (data !== undefined)
    return (
      <MessageForm
        {...props}
        wording={{ subject: data.wording_subject, text: data.wording_text }}
        placeholders={data.placeholders}
      />
    )
  return (
    <Sheet title={namedAt(place)} onClose={onClose}>
      {error === null ? (
        <Skeleton width="100%" />
      ) : (
        <ErrorState error={error} what={settingsText.messages.whatOne} onRetry={() => void refetch()} />
      )}
    </Sheet>
  )
}

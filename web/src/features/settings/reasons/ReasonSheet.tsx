import { changeReason, reasonKey } from '../../../api/reason.ts'
import type { Reason } from '../../../api/records.ts'
import { SendButton } from '../../../shared/form.tsx'
import { ProblemSummary } from '../../../shared/problems.tsx'
import { Sheet } from '../../../shared/Sheet.tsx'
import { settingsText } from '../../../text/en-settings.ts'
import { text } from '../../../text/en.ts'
import { ArchiveButton } from '../words/ArchiveButton.tsx'
import { AreaInput, ChoiceInput, LineInput, TickInput } from '../words/Inputs.tsx'
import { useRecordForm } from '../words/use-record-form.ts'
import words from '../words/Words.module.css'
import { type ReasonDraft, reasonStore } from './reason-draft.ts'
import { UsualItems } from './UsualItems.tsx'

type Props = {
  readonly reason: Reason | undefined
  readonly onClose: () => void
  readonly onDone: (reason: Reason | undefined) => void
}

const refresh = [reasonKey] as const

/** A reason that is made or changed. What is usually charged for it is added one by one, once there is the reason. */
export const ReasonSheet = ({ reason, onClose, onDone }: Props) => {
  const { form: said, new: newReason } = settingsText.reasons
  const form = useRecordForm<Reason, ReasonDraft>(reason, reasonStore, {
    labels: {
      name: said.name,
      duration: said.duration,
      color: said.color,
      available_online: said.online,
      instructions: said.instructions,
    },
    missingIn: ({ name }) => (name.trim() === '' ? ['name'] : []),
    said: (name, draft) =>
      name === 'available_online' ? (draft.available_online ? text.records.yes : text.records.no) : undefined,
    nameOf: ({ name }) => name,
    refresh: () => refresh,
    onDone,
  })
  const { color } = form.draft
  const known = Object.entries(said.colors)
  const colors = color === '' || color in said.colors ? known : [...known, [color, color] as const]
  return (
    <Sheet
      title={reason?.name ?? newReason}
      onClose={onClose}
      foot={
        <SendButton
          label={reason === undefined ? settingsText.words.add : settingsText.words.save}
          state={form.isBusy ? 'sending' : 'open'}
          checking=""
          form="reason"
        />
      }
    >
      <ProblemSummary problems={form.problems} attempt={form.attempt} />
      <form id="reason" noValidate onSubmit={form.submit}>
        <LineInput form={form} name="name" label={said.name} maxLength={127} isFirst isNeeded />
        <div className={words['pair']}>
          <LineInput form={form} name="duration" label={said.duration} kind="number" maxLength={4} />
          <ChoiceInput form={form} name="color" label={said.color} options={[['', said.noColor], ...colors]} />
        </div>
        <p className={words['said']}>{said.durationHint}</p>
        <p className={words['said']}>{said.colorHint}</p>
        <TickInput form={form} name="available_online" label={said.online} />
        <AreaInput
          form={form}
          name="instructions"
          label={said.instructions}
          hint={said.instructionsHint}
          maxLength={10_000}
        />
      </form>
      {reason !== undefined && <UsualItems reason={reason} />}
      {reason !== undefined && <ArchiveButton record={reason} send={changeReason} refresh={refresh} onDone={onClose} />}
    </Sheet>
  )
}

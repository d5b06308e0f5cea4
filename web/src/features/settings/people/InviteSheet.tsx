import { type FormEvent, useState } from 'react'
import { inviteUser } from '../../../api/user.ts'
import type { PermissionGroup } from '../../../api/records.ts'
import { setupKey } from '../../../api/setup.ts'
import { SendButton } from '../../../shared/form.tsx'
import { ProblemSummary, useProblems } from '../../../shared/problems.tsx'
import { Sheet } from '../../../shared/Sheet.tsx'
import { useWrite } from '../../../shared/use-write.ts'
import { settingsText } from '../../../text/en-settings.ts'
import { problemsOf } from './field-problems.ts'
import { type Draft, emptyDraft, missingIn, PersonFields } from './PersonFields.tsx'

type Props = { readonly groups: readonly PermissionGroup[]; readonly onClose: () => void }

/** Makes an account for somebody, who chooses the password by a link. */
export const InviteSheet = ({ groups, onClose }: Props) => {
  const [draft, setDraft] = useState<Draft>(emptyDraft)
  const { problems, attempt, setProblems } = useProblems()
  const { write, isBusy } = useWrite({
    send: (body: Draft, key) => inviteUser(body, key),
    refresh: () => [['user'], setupKey],
    said: ({ result }) => settingsText.people.form.invited(`${result.first_name} ${result.last_name}`.trim()),
    onDone: onClose,
    onProblem: (error) => setProblems(problemsOf(error)),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const missing = missingIn(draft)
    setProblems(missing)
    if (Object.keys(missing).length === 0) void write(draft)
  }
  return (
    <Sheet
      title={settingsText.people.form.inviteTitle}
      onClose={onClose}
      foot={
        <SendButton
          label={settingsText.people.form.send}
          state={isBusy ? 'sending' : 'open'}
          checking=""
          form="invite"
        />
      }
    >
      <ProblemSummary problems={problems} attempt={attempt} />
      <form id="invite" noValidate onSubmit={submit}>
        <PersonFields
          draft={draft}
          problems={problems}
          groups={groups}
          emailHint={settingsText.people.form.emailHint}
          onChange={setDraft}
        />
      </form>
    </Sheet>
  )
}

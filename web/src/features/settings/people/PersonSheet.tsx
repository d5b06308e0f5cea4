import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { departmentsQuery } from '../../../api/department.ts'
import { useMe } from '../../../api/me.ts'
import type { PermissionGroup, User } from '../../../api/records.ts'
import { patchUser, readUser, signOutEverywhere } from '../../../api/user.ts'
import { SendButton } from '../../../shared/form.tsx'
import { ProblemSummary, useProblems } from '../../../shared/problems.tsx'
import { Sheet } from '../../../shared/Sheet.tsx'
import { showToast } from '../../../shared/toasts.ts'
import { useDraft } from '../../../shared/use-draft.ts'
import { useWrite } from '../../../shared/use-write.ts'
import { settingsText } from '../../../text/en-settings.ts'
import { conflictsIn, problemsOf } from './field-problems.ts'
import { LeaveDialog } from './LeaveDialog.tsx'
import { isLastManager } from './last-who-manages.ts'
import classes from './People.module.css'
import { type Draft, draftOf, missingIn, PersonFields } from './PersonFields.tsx'

type Props = {
  readonly person: User
  readonly everyone: readonly User[]
  readonly groups: readonly PermissionGroup[]
  readonly onClose: () => void
}

const fullName = ({ first_name, last_name }: User) => `${first_name} ${last_name}`.trim()

const store = { draftOf, send: patchUser, readNow: readUser }

/** What is done about an account besides changing it. */
const AccountActions = ({ person, everyone, groups }: Omit<Props, 'onClose'>) => {
  const [isLeaving, setLeaving] = useState(false)
  const name = fullName(person)
  const signOut = useWrite({
    send: (_: null, key) => signOutEverywhere(person, key),
    said: () => settingsText.people.signedOut(name),
  })
  const activate = useWrite({
    send: (_: null, key) => patchUser(person, { is_active: true }, key),
    refresh: () => [['user']],
    said: () => settingsText.people.activated(name),
  })
  if (!person.is_active)
    return (
      <div className={classes['actions']}>
        <button type="button" className="button" aria-busy={activate.isBusy} onClick={() => void activate.write(null)}>
          {settingsText.people.activate}
        </button>
      </div>
    )
  const isLast = isLastManager(person, everyone, groups)
  return (
    <>
      <div className={classes['actions']}>
        <button type="button" className="button" aria-busy={signOut.isBusy} onClick={() => void signOut.write(null)}>
          {settingsText.people.signOut}
        </button>
        <button type="button" className="button" disabled={isLast} onClick={() => setLeaving(true)}>
          {settingsText.people.deactivate}
        </button>
      </div>
      {isLast && <p className={classes['last']}>{settingsText.people.last(name)}</p>}
      {isLeaving && <LeaveDialog person={person} name={name} onClose={() => setLeaving(false)} />}
    </>
  )
}

/** One person: what is known of them, their groups, and whether they sign in. */
export const PersonSheet = ({ person, everyone, groups, onClose }: Props) => {
  const me = useMe()
  const { data: departments } = useQuery(departmentsQuery)
  const { problems, attempt, setProblems } = useProblems()
  const {
    before = person,
    draft,
    setDraft,
    mine: changes,
    save,
    isBusy,
  } = useDraft<User, Draft>(person, store, {
    refresh: () => [['user']],
    onSaved: ({ record }) => {
      showToast(settingsText.people.form.saved(fullName(record)))
      onClose()
    },
    onProblem: (error) => setProblems(problemsOf(error)),
    onConflict: (conflict) => setProblems(conflictsIn(conflict, groups, departments)),
  })
  const isOwn = person.url === me.user.url
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const missing = missingIn(draft)
    setProblems(missing)
    if (Object.keys(missing).length > 0) return
    if (Object.keys(changes).length === 0) onClose()
    else void save({ before, mine: changes })
  }
  const emailHint = isOwn
    ? settingsText.people.form.ownEmail
    : 'email' in changes
      ? settingsText.people.form.changedEmail
      : undefined
  return (
    <Sheet
      title={fullName(person)}
      subtitle={person.title}
      onClose={onClose}
      foot={
        <SendButton
          label={settingsText.people.form.save}
          state={isBusy ? 'sending' : 'open'}
          checking=""
          form="person"
        />
      }
    >
      <ProblemSummary problems={problems} attempt={attempt} />
      <form id="person" noValidate onSubmit={submit}>
        <PersonFields
          draft={draft}
          problems={problems}
          groups={groups}
          isOwn={isOwn}
          emailHint={emailHint}
          onChange={setDraft}
        />
      </form>
      <AccountActions person={person} everyone={everyone} groups={groups} />
    </Sheet>
  )
}

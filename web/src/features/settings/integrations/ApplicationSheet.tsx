import { Scope } from '@fetlock/sdk'
import { useQuery } from '@tanstack/react-query'
import { applicationKey, type MadeApplication } from '../../../api/application.ts'
import { may, useMe } from '../../../api/me.ts'
import { groupsQuery } from '../../../api/permissiongroup.ts'
import type { Application } from '../../../api/records.ts'
import { SendButton } from '../../../shared/form.tsx'
import form from '../../../shared/form.module.css'
import { ProblemSummary } from '../../../shared/problems.tsx'
import { Sheet } from '../../../shared/Sheet.tsx'
import { integrationsText } from '../../../text/integrations.ts'
import people from '../people/People.module.css'
import { GroupChoice } from '../people/GroupChoice.tsx'
import { AreaInput, LineInput, TickInput } from '../words/Inputs.tsx'
import { useRecordForm } from '../words/use-record-form.ts'
import { type ApplicationDraft, applicationStore } from './application-draft.ts'
import { ApplicationActions } from './ApplicationActions.tsx'
import classes from './Integrations.module.css'

const words = integrationsText.applications

type ScopeProps = { readonly chosen: readonly Scope[]; readonly onChange: (chosen: readonly Scope[]) => void }

const ScopeChoice = ({ chosen, onChange }: ScopeProps) => (
  <fieldset className={form['group']}>
    <legend className={form['legend']}>{words.form.scopes}</legend>
    <div className={people['choices']}>
      {Object.values(Scope).map((scope) => (
        <label key={scope}>
          <input
            type="checkbox"
            checked={chosen.includes(scope)}
            onChange={({ target }) =>
              onChange(target.checked ? [...chosen, scope] : chosen.filter((one) => one !== scope))
            }
          />
          <span>{words.scopes[scope]}</span>
        </label>
      ))}
    </div>
  </fieldset>
)

type Props = {
  readonly application: Application | undefined
  readonly onClose: () => void
  readonly onSecret: (made: MadeApplication) => void
  readonly onDone: (application: MadeApplication | undefined) => void
}

/** An application that is made or changed. */
export const ApplicationSheet = ({ application, onClose, onSecret, onDone }: Props) => {
  const me = useMe()
  const maySeeGroups = may(me, 'Settings: Users and permissions')
  const { data: groups } = useQuery({ ...groupsQuery, enabled: maySeeGroups })
  const typing = useRecordForm<MadeApplication, ApplicationDraft>(application, applicationStore, {
    labels: {
      name: words.form.name,
      public: words.form.public,
      redirect_uris: words.form.redirects,
      scopes: words.form.scopes,
      permission_groups: words.form.groups,
    },
    missingIn: ({ name }) => (name.trim() === '' ? ['name'] : []),
    nameOf: ({ name }) => name,
    refresh: () => [applicationKey, ['user']],
    onDone,
  })
  const isNew = application === undefined
  return (
    <Sheet
      title={application?.name ?? words.new}
      onClose={onClose}
      foot={
        <SendButton
          label={isNew ? words.form.add : words.form.save}
          state={typing.isBusy ? 'sending' : 'open'}
          checking=""
          form="application"
        />
      }
    >
      <ProblemSummary problems={typing.problems} attempt={typing.attempt} />
      <form id="application" noValidate onSubmit={typing.submit}>
        <LineInput
          form={typing}
          name="name"
          label={words.form.name}
          hint={words.form.nameHint}
          maxLength={127}
          isFirst
          isNeeded
        />
        {isNew && <TickInput form={typing} name="public" label={words.form.public} hint={words.form.publicHint} />}
        <ScopeChoice chosen={typing.draft.scopes} onChange={(scopes) => typing.type('scopes', scopes)} />
        <AreaInput
          form={typing}
          name="redirect_uris"
          label={words.form.redirects}
          hint={words.form.redirectsHint}
          rows={2}
        />
        {isNew && groups !== undefined && (
          <>
            <GroupChoice
              groups={groups}
              chosen={typing.draft.permission_groups}
              onChange={(chosen) => typing.type('permission_groups', chosen)}
            />
            <p className={classes['said']}>{words.form.groupsHint}</p>
          </>
        )}
      </form>
      {application !== undefined && (
        <ApplicationActions application={application} onSecret={onSecret} onDone={onClose} />
      )}
    </Sheet>
  )
}

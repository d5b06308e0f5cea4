import { Scope } from '@fetlock/sdk'
import { addApplication, changeApplication, type MadeApplication, readApplication } from '../../../api/application.ts'

export type ApplicationDraft = {
  readonly name: string
  readonly public: boolean
  readonly redirect_uris: string
  readonly scopes: readonly Scope[]
  readonly permission_groups: readonly string[]
}

const linesOf = (typed: string) =>
  typed
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

const draftOf = (record: MadeApplication | undefined): ApplicationDraft => ({
  name: record?.name ?? '',
  public: record?.public ?? false,
  redirect_uris: record?.redirect_uris.join('\n') ?? '',
  scopes: record?.scopes ?? [Scope.Restapi],
  // Those of one that exists are changed at its virtual user.
  permission_groups: [],
})

/** How an application is made, changed and read again. */
export const applicationStore = {
  draftOf,
  add: ({ redirect_uris, ...draft }: ApplicationDraft, key: string) =>
    addApplication({ ...draft, redirect_uris: linesOf(redirect_uris) }, key),
  send: (version: MadeApplication, { name, redirect_uris, scopes }: Partial<ApplicationDraft>) =>
    changeApplication(version, {
      ...(name !== undefined && { name }),
      ...(scopes !== undefined && { scopes }),
      ...(redirect_uris !== undefined && { redirect_uris: linesOf(redirect_uris) }),
    }) as Promise<MadeApplication>,
  readNow: (before: MadeApplication): Promise<MadeApplication> => readApplication(before),
}

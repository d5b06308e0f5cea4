import { view } from '../../kernel/endpoint.ts'
import { ref } from '../../kernel/links.ts'
import { answerWith, recordNotFound, weightOne, type Operation } from '../../kernel/operation.ts'
import { readRecord } from '../../kernel/reading.ts'
import { pathOf, type Resource } from '../../kernel/resource.ts'
import { changeRecord, writes } from '../../kernel/writing.ts'

/** The field of such a record that says whose it is. */
export const organisationOfSettings = ref('organisation', {
  readOnly: true,
  column: 'id',
  about: 'Whose settings these are: the organisation of this API.',
})

/** Reading and changing the one record that an organisation has of a resource, without its id, which is the organisation's. */
export const settingsOfOrganisation = (
  resource: Resource,
): { readonly read: Operation; readonly change: Operation } => {
  const { name, title, permission } = resource
  const path = pathOf(resource)
  const settings = `the ${title.toLowerCase()} of the organisation`
  const shared = { path: `/${path}/`, title, permission, rate: 300, resource, answers: { 200: 'record' } } as const
  const patch = changeRecord(resource, 'patch')
  return {
    read: view({
      ...shared,
      name: `${name}.current`,
      summary: `Retrieve ${settings}`,
      about: `The same record as at \`${path}/{id}/\`, for whoever does not know its id.`,
      run: async (call) => {
        const shown = await readRecord(call, resource, call.actor.organisation)
        if (shown === undefined) throw recordNotFound(title)
        return answerWith(shown, call.requestHeaders)
      },
    }),
    change: {
      ...shared,
      ...resource.patch,
      name: `${name}.change`,
      method: 'PATCH',
      access: 'write',
      summary: `Change ${settings}`,
      about: `The same as at \`${path}/{id}/\`, for whoever does not know the id.`,
      body: resource.fields,
      parameters: {},
      weight: weightOne,
      ...writes(resource, (tx, call) => patch(tx, { ...call, id: call.actor.organisation })),
    },
  }
}

import { application } from '../domain/identity/application.resource.ts'
import { registerApplication, scopes } from '../domain/identity/applications.ts'
import { defineCommand, table } from './command.ts'
import { readFields } from './option-values.ts'
import { findGroups, groupOption, namesOf, organisationOption, withinOrganisation } from './organisation-scope.ts'

const text = { type: 'string' } as const
const { name } = application.fields

export const applicationCreate = defineCommand({
  words: 'application create',
  summary: 'Register an integration and create its credentials',
  about:
    'The client secret is shown only once and stored as a hash. ' +
    'The application has the permissions of its permission groups; without any it can read codelists and little else.',
  options: {
    ...organisationOption,
    name: { ...text, value: 'NAME', required: true, description: 'what the integration is called' },
    ...groupOption,
    scope: {
      ...text,
      value: 'SCOPE',
      multiple: true,
      description: `a scope that it may request: ${scopes.join(', ')}; restapi if none is given`,
    },
    'redirect-uri': {
      ...text,
      value: 'URI',
      multiple: true,
      description: 'where users are redirected after signing in',
    },
    'allowed-origin': {
      ...text,
      value: 'ORIGIN',
      multiple: true,
      description: 'an origin of its web pages, from which browsers may call the API: https://app.example.com',
    },
    public: { type: 'boolean', description: 'an app on the user’s own device: it gets no secret and must use PKCE' },
  },
  example: 'fetlock application create --organisation 1 --name "Laboratory link" --group Administrators',
  prints: 'the client id and the client secret.',
  run: async ({
    organisation,
    group,
    scope,
    'redirect-uri': redirect_uris,
    'allowed-origin': allowed_origins,
    public: isPublic,
    ...values
  }) => {
    const input = readFields({ name }, values)
    return withinOrganisation(organisation, async (tx, clinic) => {
      const groups = await findGroups(tx, group)
      const permission_groups = groups.map(({ id }) => id)
      const { id, client_id, client_secret } = await registerApplication(tx, undefined, {
        ...input,
        public: isPublic,
        redirect_uris,
        allowed_origins,
        permission_groups,
        scopes: scope.length > 0 ? scope : undefined,
      })
      return {
        json: { organisation: clinic.id, application: id, client_id, client_secret },
        text: `${table([
          ['Application', `${id} (${input.name})`],
          ['Organisation', `${clinic.id} (${clinic.name})`],
          ['Permission groups', namesOf(groups) || 'none'],
          ['Token endpoint', `/${clinic.id}/oauth2/token/`],
          ['Client id', client_id],
          ['Client secret', client_secret ?? 'none: the application is public and must use PKCE'],
        ])}${client_secret === null ? '' : '\nStore the client secret now: it is not shown again.'}`,
      }
    })
  },
})

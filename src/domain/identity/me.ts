import { readInOrganisation, type Reader } from '../../db/tx.ts'
import type { Actor } from '../../kernel/caller.ts'
import { preferencesOf } from './preferences.ts'

/** Who is calling and what they may do, as JSON text. */
export const readMe = async (read: Reader, actor: Actor): Promise<string> => {
  const { organisation, credential, actsForUser, scopes, permissions, user, application, baseUrl, csrfToken } = actor
  const held = [...permissions].map(([name, access]) => ({ name, access }))
  const [found] = await readInOrganisation<{ body: string }>(
    read,
    organisation,
    `select json_build_object('credential', $5::text, 'acts_for_user', $6::boolean,
      'user', json_build_object('url', $2::text || 'user/' || u.id || '/', 'first_name', u.first_name,
        'last_name', u.last_name, 'title', u.title, 'initials', u.initials, 'email', u.email),
      'application', (select json_build_object('url', $2::text || 'application/' || a.id || '/', 'name', a.name)
        from application a where a.organisation = t.o and a.id = $4::bigint),
      'organisation', json_build_object('url', $2::text || 'organisation/' || o.id || '/', 'name', o.name,
        'country', o.country, 'currency', o.currency, 'time_zone', o.time_zone, 'sandbox', o.sandbox, 'setup_open', o.setup_open,
        'email_set_up', o.sandbox or (m.smtp_host <> '' and m.mail_from <> ''),
        'sms_set_up', o.sandbox or (m.sms_gateway_url <> '' and m.sms_from <> '')),
      'home_department', $2::text || 'department/' || u.home_department || '/',
      'csrf_token', $9::text, 'permissions', $7::json, 'scopes', $8::json,
      'preferences', case when $6::boolean then ${preferencesOf('u.id')} else '{}'::json end)::text as body
    from organisation o join "user" u on u.organisation = t.o and u.id = $3::bigint
    join message_settings m on m.organisation = t.o
    where o.organisation = t.o`,
    [
      baseUrl,
      user,
      application,
      credential,
      actsForUser,
      JSON.stringify(held.toSorted((a, b) => (a.name < b.name ? -1 : 1))),
      JSON.stringify([...scopes].toSorted()),
      csrfToken ?? null,
    ],
  )
  return found!.body
}

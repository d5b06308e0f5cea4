import { randomUUID } from 'node:crypto'
import { inOrganisation } from '../../db/tx.ts'
import { objectOf, oneWordOf, word } from '../../kernel/answer-schemas.ts'
import { parseBody } from '../../kernel/body.ts'
import { optional } from '../../kernel/fields.ts'
import { weightOne, type Operation } from '../../kernel/operation.ts'
import { choice, text } from '../../kernel/values.ts'
import { messageChannels } from './kinds.ts'
import { prepareTest, sendTest, testCauses, testOutcomes, type TestResult } from './test-message.ts'

const body = {
  channel: choice(messageChannels, { about: 'Which server is tried: that for e-mail, or the SMS gateway.' }),
  phone_number: text(63, {
    ...optional,
    about:
      'Where the text message goes, as people write it: one’s own mobile. Only with the channel 2. An e-mail goes to the address that the caller signs in with.',
  }),
}

/** A person tries out the servers of the clinic, and is told at once what they answered. */
export const sendTestMessage: Operation = {
  name: 'message_settings.test',
  method: 'POST',
  path: '/settings/messaging/test/',
  title: 'Message settings',
  summary: 'Send a test message to oneself',
  about:
    'Hands one message to the mail server or the SMS gateway as it is set up, waits for the answer for at most 12 seconds, and says what it was. Nothing is tried again, and the message is in no log. It writes to whoever asks, in the language of the organisation. A dry run checks the request and sends nothing (`not_tried`). A request that is repeated under its `Idempotency-Key` sends again.',
  permission: 'Settings: Integration settings',
  access: 'write',
  rate: 10,
  userTokenOnly: true,
  sentAlone: 'other_service',
  parameters: {},
  body,
  weight: weightOne,
  answers: {
    200: objectOf('What became of the test message.', {
      outcome: oneWordOf(
        '`sent`: the server took it. `bounced`: it refused the recipient. `refused`: it refused the message. `failed`: it could not be reached, or did not let us in. `unknown`: the gateway did not say whether it took it. `not_set_up`: there is no server. `not_tried`: a dry run.',
        testOutcomes,
      ),
      recipient: word('Where it went.'),
      cause: oneWordOf(
        'What to look at where it was not sent: the `address` of the server (host, port or URL), the user name and password (`sign_in`), `encryption`, the `sender`, the `recipient`, the `message`, the `settings` that are missing, or something else (`other`). `none` where it was sent.',
        testCauses,
      ),
      detail: word('What the server answered, or why it could not be reached, for people. Empty where it was sent.'),
    }),
  },
  run: async ({ db, actor, links, who, requestHeaders, messageServers, ...call }) => {
    const asked = parseBody(body, await call.body(), 'create', links)
    const prepared = await inOrganisation(db, actor.organisation, (tx) => prepareTest(tx, actor, asked), who)
    if (requestHeaders.dryRun) {
      const nothing: TestResult = { outcome: 'not_tried', recipient: prepared.recipient, cause: 'none', detail: '' }
      return { status: 200, body: JSON.stringify(nothing), headers: { 'preference-applied': 'dry-run' } }
    }
    const messageId = `<test-message-${randomUUID()}@${new URL(actor.baseUrl).hostname}>`
    return { status: 200, body: JSON.stringify(await sendTest(prepared, { servers: messageServers, messageId })) }
  },
}

import { MessageChannel, MessageTestCause, MessageTestOutcome } from '@fetlock/sdk'
import { IconAlertTriangleFilled, IconCircleCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { useMe } from '../../../api/me.ts'
import { sendTest, type TestResult } from '../../../api/messagesettings.ts'
import { messageOf } from '../../../api/problem.ts'
import { Field, problemOf } from '../../../shared/form.tsx'
import form from '../../../shared/form.module.css'
import { useWrite } from '../../../shared/use-write.ts'
import { settingsText } from '../../../text/en-settings.ts'
import classes from './Messaging.module.css'

const Result = ({ result, way }: { readonly result: TestResult; readonly way: 'mail' | 'sms' }) => {
  const { sent, notSent, causes } = settingsText.messaging.test
  const { outcome, recipient, cause, detail } = result
  if (outcome === MessageTestOutcome.Sent)
    return (
      <p className={classes['sent']}>
        <IconCircleCheck size={18} stroke={1.8} aria-hidden="true" /> {sent(recipient)}
      </p>
    )
  return (
    <div className={classes['failed']}>
      <IconAlertTriangleFilled size={18} aria-hidden="true" />
      <div>
        <strong>{notSent}</strong>
        <p>{detail}</p>
        {cause !== MessageTestCause.None && <p>{causes[cause][way]}</p>}
      </div>
    </div>
  )
}

type Props = {
  readonly channel: MessageChannel
  /** Something is typed and not saved. */
  readonly isChanged: boolean
}

/** Sends a test message to oneself and says what the server answered. */
export const TestMessage = ({ channel, isChanged }: Props) => {
  const me = useMe()
  const { test } = settingsText.messaging
  const isSms = channel === MessageChannel.Sms
  const [phone, setPhone] = useState('')
  const [problem, setProblem] = useState<string>()
  const [result, setResult] = useState<TestResult>()
  const { write, isBusy } = useWrite({
    send: sendTest,
    onDone: ({ result: answered }) => setResult(answered),
    onProblem: (error) => setProblem(messageOf(error)),
  })
  const id = `test-${isSms ? 'sms' : 'mail'}`
  const problems = problem === undefined ? {} : { [id]: problem }
  const send = () => {
    if (isBusy || isChanged) return
    setResult(undefined)
    if (isSms && phone.trim() === '') return setProblem(test.phoneNeeded)
    setProblem(undefined)
    void write({ channel, ...(isSms && { phone_number: phone.trim() }) })
  }
  return (
    <div className={classes['test']} role="group" aria-label={isSms ? test.sms : test.title}>
      {isSms && (
        <Field id={id} label={test.phone} problems={problems}>
          <input
            id={id}
            type="tel"
            className={form['input']}
            autoComplete="tel"
            maxLength={63}
            value={phone}
            {...problemOf(id, problems)}
            onKeyDown={(event) => {
              // Enter here is not that of the form around it.
              if (event.key !== 'Enter') return
              event.preventDefault()
              send()
            }}
            onChange={({ target }) => {
              setPhone(target.value)
              setProblem(undefined)
            }}
          />
        </Field>
      )}
      <button type="button" className="button" disabled={isChanged} aria-busy={isBusy} onClick={send}>
        {isSms ? test.sms : test.mail(me.user.email)}
      </button>
      {isChanged && <p className={classes['hint']}>{test.saveFirst}</p>}
      <div role="status">
        {isBusy ? (
          <p className={classes['hint']}>{test.sending}</p>
        ) : (
          !isChanged && result !== undefined && <Result result={result} way={isSms ? 'sms' : 'mail'} />
        )}
        {!isSms && problem !== undefined && <p className={classes['failed']}>{problem}</p>}
      </div>
    </div>
  )
}

import { expect, it } from 'vitest'
import { useClinic } from '../../../test/support/api.ts'
import { done } from '../../../test/support/billing.ts'
import { asProblem, codesOf, givenAppointment, givenConsultation, givenPatient } from '../../../test/support/clinic.ts'

const { caller } = await useClinic()

const givenReason = (name = 'Vaccination') => done(caller.post('/reason/', { name }))
const givenBooking = async (reason: { url: string }) => {
  const patient = await givenPatient(caller)
  return givenAppointment(caller, { client: patient.client, patients: [patient.url], reason: reason.url })
}

it('takes the reason of a visit from its appointment, however the visit is made', async () => {
  const reason = await givenReason()
  const [admitted, prepared] = [await givenBooking(reason), await givenBooking(reason)]
  expect(await done(caller.post('/consultation/admit/', { appointment: admitted.url }))).toMatchObject({
    reason: reason.url,
  })
  expect(await done(caller.post(`${prepared.url}prepare/`))).toMatchObject({ reason: reason.url, status: 11 })
})

it('takes another reason than the appointment’s where one is sent', async () => {
  const [reason, other] = [await givenReason(), await givenReason('Recheck')]
  const sent = { appointment: (await givenBooking(reason)).url, reason: other.url }
  expect(await done(caller.post('/consultation/admit/', sent))).toMatchObject({ reason: other.url })
  const none = { appointment: (await givenBooking(reason)).url, reason: null }
  expect(await done(caller.post('/consultation/admit/', none))).toMatchObject({ reason: null })
})

it('refuses an archived reason, unless the appointment or the visit has it already', async () => {
  const reason = await givenReason()
  const booking = await givenBooking(reason)
  const visit = await givenConsultation(caller, { reason: reason.url })
  await caller.delete(reason.url)
  expect(await done(caller.post('/consultation/admit/', { appointment: booking.url }))).toMatchObject({
    reason: reason.url,
  })
  const unchanged = await done(caller.patch(visit.url, { reason: reason.url, complaint: 'Limps' }))
  expect(unchanged).toMatchObject({ reason: reason.url, complaint: 'Limps' })
  const other = await givenConsultation(caller)
  expect(codesOf(await caller.patch(other.url, { reason: reason.url }, asProblem))).toEqual({ reason: 'archived' })
  const { client, url } = await givenPatient(caller)
  const opened = await caller.post(
    '/consultation/',
    { client, patients: [url], type: 1, reason: reason.url },
    asProblem,
  )
  expect(codesOf(opened)).toEqual({ reason: 'archived' })
})

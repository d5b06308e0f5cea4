import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ApiError } from '@fetlock/sdk'
import { freePort } from '../scripts/services/listening.ts'
import { actorOf, useClinic, type TestResponse } from '../test/support/api.ts'
import {
  givenAppointment,
  givenClient,
  givenPatient,
  givenReferral,
  givenUser,
  species,
} from '../test/support/clinic.ts'
import { askWorklist, echo } from '../test/support/dicom.ts'
import { refer } from '../src/domain/imaging/referrals.ts'
import { openApi } from './open-api.ts'
import { serveWorklist, type Station } from './server.ts'

type Body = TestResponse['body']
const { clinic, caller } = await useClinic()

const log: string[] = []
const keep = (_values: unknown, text?: string) => void log.push(String(text))
const stations: readonly Station[] = [
  { aeTitle: 'CONSOLE', modalities: undefined },
  { aeTitle: 'XRAY1', modalities: ['DX', 'CR'] },
  { aeTitle: 'ULTRASOUND', modalities: ['US'] },
]

const openAs = async (grants: Parameters<typeof clinic.givenApplication>[0]) => {
  const { client_id, client_secret } = await clinic.givenApplication(grants)
  return openApi({ base: `${clinic.base}/`, clientId: client_id, clientSecret: client_secret! })
}
const serve = async (api: Awaited<ReturnType<typeof openAs>>) => {
  const port = await freePort()
  const options = { host: '127.0.0.1', port, aeTitle: 'FETLOCK', stations, timeZone: 'Europe/Helsinki', api }
  const server = await serveWorklist({ ...options, log: { info: keep, warn: keep, error: keep } })
  return { port, close: server.close }
}
const enough = {
  read: ['Clinical: Diagnostic imaging', 'General: Patients and clients', 'General: Appointments'],
} as const

let port: number
let close: () => Promise<void>
beforeAll(async () => ({ port, close } = await serve(await openAs(enough))))
afterAll(() => close())

const tags = {
  accession: '00080050',
  name: '00100010',
  patient: '00100020',
  step: '00400100',
} as const
const shown = ['AccessionNumber', 'PatientName', 'PatientID', 'ScheduledProcedureStepSequence[0].Modality']
const ask = (keys: readonly string[], titles: Parameters<typeof askWorklist>[2] = { calling: 'CONSOLE' }) =>
  askWorklist(port, [...shown.filter((name) => !keys.some((key) => key.startsWith(name))), ...keys], titles)
const patientsIn = (answers: readonly Body[]) => answers.map((answer) => Number(answer[tags.patient]))
const today = () => new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Helsinki' }).format().replaceAll('-', '')

const referred = async (fields: Record<string, unknown> = {}, of: Record<string, unknown> = {}) => {
  const patient = await givenPatient(caller, of)
  const referral = await givenReferral(caller, { patient: patient.url, ...fields })
  return { patient, referral, order: (await caller.get(referral.worklist)).body }
}

describe('a worklist query', () => {
  it('is answered with the order, the animal and its owner, in UTF-8', async () => {
    const client = await givenClient(caller, { firstname: 'Åke', lastname: 'Mäkelä', organization_name: 'Hästgård' })
    const { patient, order } = await referred(
      {
        modality: 'DX',
        target_areas: ['Left carpus, lateral', 'Left carpus, dorsopalmar'],
        remarks: 'Fracture?\nØld 🐎',
      },
      {
        client: client.url,
        name: 'Pörrö^=\\',
        gender: 'Mare',
        species: species('HRS'),
        date_of_birth: '2019-04-02',
        weight: '512.5',
        critical_notes: 'Kicks.',
      },
    )
    const everything = [
      '00080090',
      '00100030',
      '00100040',
      '00101030',
      '00102000',
      '00102201',
      '00102203',
      '00102297',
      '00102298',
      '00102299',
      '0020000D',
      '00321032',
      '00321060',
      '00401001',
      '00401002',
      '00401400',
    ].map((tag) => `${tag.slice(0, 4)},${tag.slice(4)}`)
    const step = ['ScheduledStationAETitle', 'ScheduledProcedureStepStartDate', 'ScheduledProcedureStepStartTime']
      .concat([
        'ScheduledProcedureStepDescription',
        'ScheduledProcedureStepID',
        'Modality',
        'ScheduledProcedureStepStatus',
      ])
      .map((name) => `ScheduledProcedureStepSequence[0].${name}`)
    const [answer, ...others] = await askWorklist(
      port,
      [`PatientID=${patient.id}`, 'PatientName', 'AccessionNumber', 'SpecificCharacterSet', ...everything, ...step],
      { calling: 'XRAY1' },
    )
    expect(others).toEqual([])
    expect(answer).toEqual({
      '00080005': 'ISO_IR 192',
      '00080050': order.accession_number,
      '00080090': expect.any(String),
      '00100010': 'Mäkelä^Pörrö /',
      '00100020': String(patient.id),
      '00100030': '20190402',
      '00100040': 'F',
      '00101030': 512.5,
      '00102000': 'Kicks.',
      '00102201': patient.species,
      '00102203': 'UNALTERED',
      '00102297': 'Mäkelä^Åke',
      '00102298': 'OWNER',
      '00102299': 'Hästgård',
      '0020000D': expect.stringMatching(/^2\.25\.\d{1,39}$/),
      '00321032': expect.any(String),
      '00321060': 'DX: Left carpus, lateral, Left carpus, dorsopalmar',
      '00401001': order.accession_number,
      '00401002': 'Fracture? Øld 🐎',
      '00401400': 'Fracture?\r\nØld 🐎',
      '00400100': {
        '00080060': 'DX',
        '00400001': 'XRAY1',
        '00400002': today(),
        '00400003': expect.stringMatching(/^\d{6}$/),
        '00400007': 'Left carpus, lateral, Left carpus, dorsopalmar',
        '00400009': order.accession_number,
        '00400020': 'SCHEDULED',
      },
    })
  })

  it('gives an order the same study identifier each time, and each order its own', async () => {
    const [one, other] = [await referred(), await referred()]
    const uid = async ({ patient }: typeof one) =>
      (await askWorklist(port, [`PatientID=${patient.id}`, 'StudyInstanceUID']))[0]!['0020000D']
    expect(await uid(one)).toBe(await uid(one))
    expect(await uid(one)).not.toBe(await uid(other))
  })

  it('finds by patient, and by accession number', async () => {
    const [one, other] = [await referred(), await referred()]
    expect(patientsIn(await ask([`PatientID=${one.patient.id}`]))).toEqual([one.patient.id])
    expect(patientsIn(await ask([`AccessionNumber=${other.order.accession_number}`]))).toEqual([other.patient.id])
    const both = await ask(['AccessionNumber=IM*'])
    expect(patientsIn(both)).toEqual(expect.arrayContaining([one.patient.id, other.patient.id]))
    for (const nobody of ['PatientID=999999999', 'PatientID=X-1', 'AccessionNumber=IM9'])
      expect(await ask([nobody])).toEqual([])
  })

  it('finds by modality', async () => {
    const us = await referred({ modality: 'US' })
    const ct = await referred({ modality: 'CT' })
    const found = async (modality: string) =>
      patientsIn(await ask([`ScheduledProcedureStepSequence[0].Modality=${modality}`])).filter((id) =>
        [us.patient.id, ct.patient.id].includes(id),
      )
    expect(await found('US')).toEqual([us.patient.id])
    expect(await found('CT')).toEqual([ct.patient.id])
    expect(await found('')).toEqual([us.patient.id, ct.patient.id])
  })

  it('finds by name, with umlauts, wildcards and in any case', async () => {
    const client = await givenClient(caller, { lastname: 'Öhman' })
    const { patient } = await referred({}, { client: client.url, name: 'Äikkä' })
    const found = async (name: string) =>
      patientsIn(await ask(['SpecificCharacterSet=ISO_IR 192', `PatientName=${name}`]))
    for (const name of ['Öhman^Äikkä', 'öhman*', 'ÖH?AN^*', '*^äikkä', '*Ä*K*Ä', 'Öhman^Äikkä^^'])
      expect([name, await found(name)]).toEqual([name, [patient.id]])
    for (const name of ['Ohman*', 'Öhman', '?hman^Äikk', 'Öhman^Äikkäx'])
      expect([name, await found(name)]).toEqual([name, []])
  })

  it('finds by the day and the time of the appointment; without one an order is for today', async () => {
    const appointment = await givenAppointment(caller, { start: '2027-03-01T22:30:00Z', end: '2027-03-01T23:00:00Z' })
    const later = await referred({ appointment_id: appointment.id })
    const now = await referred()
    const when = async (date: string, time = '') =>
      patientsIn(
        await ask([
          `ScheduledProcedureStepSequence[0].ScheduledProcedureStepStartDate=${date}`,
          `ScheduledProcedureStepSequence[0].ScheduledProcedureStepStartTime=${time}`,
        ]),
      ).filter((id) => [later.patient.id, now.patient.id].includes(id))
    // In Helsinki it is past midnight then.
    for (const day of ['20270302', '20270301-20270302', '20270302-'])
      expect([day, await when(day)]).toEqual([day, [later.patient.id]])
    for (const day of ['20270301', '20270303-', '20270101-20270301']) expect([day, await when(day)]).toEqual([day, []])
    expect(await when('20270302', '0000-0100')).toEqual([later.patient.id])
    expect(await when('20270302', '003000')).toEqual([later.patient.id])
    expect(await when('20270302', '0100-0200')).toEqual([])
    expect(await when(today())).toEqual([now.patient.id])
    expect(await when(`-${today()}`)).toEqual([now.patient.id])
    await caller.patch(appointment.url, { active: false })
    expect(await when(today())).toEqual([later.patient.id, now.patient.id])
  })

  it('shows what is still to be made: not what is completed, cancelled or deleted', async () => {
    const of = { client: (await givenClient(caller, { lastname: 'Openorders' })).url }
    const orders: Awaited<ReturnType<typeof referred>>[] = []
    for (const status of [0, 1, 2, 3, 4]) {
      const made = await referred({}, of)
      await caller.patch(made.referral.worklist, { status })
      orders.push(made)
    }
    const gone = await referred({}, of)
    await caller.delete(gone.referral.url)
    const status = 'ScheduledProcedureStepSequence[0].ScheduledProcedureStepStatus'
    const found = await ask(['PatientName=Openorders^*', status])
    expect(patientsIn(found)).toEqual(orders.slice(0, 3).map(({ patient }) => patient.id))
    expect(found.map((answer: Body) => answer[tags.step]['00400020'])).toEqual(['SCHEDULED', 'SCHEDULED', 'STARTED'])
  })

  it('has all of a long list', async () => {
    const { id: patient } = await givenPatient(caller)
    const user = await givenUser(caller)
    await clinic.within(async (tx) => {
      for (let made = 0; made < 51; made++)
        await refer(tx, actorOf(clinic.id, { user: user.id }), { patient, modality: 'DX', target_areas: ['Hip'] })
    })
    expect(await ask([`PatientID=${patient}`])).toHaveLength(51)
  })
})

describe('the devices', () => {
  it('see the orders of their modalities, scheduled for themselves', async () => {
    const of = { client: (await givenClient(caller, { lastname: 'Devices' })).url }
    const [dx, us] = [await referred({ modality: 'DX' }, of), await referred({ modality: 'US' }, of)]
    const title = 'ScheduledProcedureStepSequence[0].ScheduledStationAETitle'
    const seen = async (calling: string, station = '') =>
      (await ask(['PatientName=Devices^*', `${title}=${station}`], { calling })).map((answer: Body) => [
        Number(answer[tags.patient]),
        answer[tags.step]['00400001'],
      ])
    expect(await seen('XRAY1')).toEqual([[dx.patient.id, 'XRAY1']])
    expect(await seen('ULTRASOUND', 'ULTRASOUND')).toEqual([[us.patient.id, 'ULTRASOUND']])
    expect(await seen('CONSOLE', 'CONSOLE')).toHaveLength(2)
    expect(await seen('XRAY1', 'ULTRASOUND')).toEqual([])
  })

  it('are answered only if they are listed, and only under our own title', async () => {
    await referred()
    await expect(ask([], { calling: 'INTRUDER' })).rejects.toThrow('Calling AE Title Not Recognized')
    await expect(ask([], { calling: 'xray1' })).rejects.toThrow('Calling AE Title Not Recognized')
    await expect(ask([], { calling: 'XRAY1', called: 'OTHER' })).rejects.toThrow('Called AE Title Not Recognized')
    await expect(echo(port, { calling: 'INTRUDER' })).rejects.toThrow('Calling AE Title Not Recognized')
    await echo(port)
    expect(log).toContain('refused an association')
  })

  it('are told of a failure when the API cannot be read', async () => {
    const without = await serve(await openAs({ read: ['General: Patients and clients'] }))
    try {
      await expect(askWorklist(without.port, shown)).rejects.toThrow('Failed: UnableToProcess')
      expect(log).toContain('could not read the orders')
    } finally {
      await without.close()
    }
  })

  it('see appointments as today’s if the application may not read the calendar', async () => {
    const { id } = await givenAppointment(caller)
    const { patient } = await referred({ appointment_id: id })
    const { read } = enough
    const without = await serve(await openAs({ read: read.slice(0, 2) }))
    try {
      const date = 'ScheduledProcedureStepSequence[0].ScheduledProcedureStepStartDate'
      const [answer]: Body[] = await askWorklist(without.port, [`PatientID=${patient.id}`, date])
      expect(answer[tags.step]['00400002']).toBe(today())
    } finally {
      await without.close()
    }
  })

  it('cannot stop it with what is not DICOM', async () => {
    const junk = [Buffer.from('GET / HTTP/1.1\r\n\r\n'), Buffer.alloc(64, 0xff), Buffer.from('0100000000ff01', 'hex')]
    for (const bytes of junk) {
      const socket = connect(port, '127.0.0.1')
      socket.on('error', () => {})
      socket.end(bytes)
      socket.resume()
      await new Promise((resolve) => socket.on('close', resolve))
    }
    await echo(port)
  })

  it('cannot fill its memory', async () => {
    const socket = connect(port, '127.0.0.1')
    const closed = new Promise((resolve) => socket.on('close', resolve))
    socket.on('error', () => {})
    // The beginning of a unit of 4 GB.
    socket.write(Buffer.from('0400ffffffff', 'hex'))
    for (let sent = 0; sent < 8 && !socket.destroyed; sent++) socket.write(Buffer.alloc(1024 * 1024))
    await closed
    await echo(port)
  })
})

describe('reading the API', () => {
  it('renews a token that is no longer valid', async () => {
    const open = await openAs(enough)
    await open.get('/organisation/')
    await clinic.within((tx) => tx.deleteFrom('oauth_record').execute())
    expect(await open.get('/organisation/')).toMatchObject({ count: 1 })
  })

  it('says why an application is refused', async () => {
    const wrong = openApi({ base: `${clinic.base}/`, clientId: 'nobody', clientSecret: 'nothing' })
    await expect(wrong.get('/organisation/')).rejects.toThrow(ApiError)
    const little = await openAs({})
    await expect(little.get('/diagnosticimaging_worklist/')).rejects.toThrow('Clinical: Diagnostic imaging (read)')
  })
})

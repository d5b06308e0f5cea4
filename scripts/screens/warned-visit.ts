import { first, idOf, list, type Send } from './send.ts'

/** What the patient of the visit must not get, by the name of a medicine. */
const contraindications = [
  { substance: 'Robenacoxib', reaction: 'Vomited for a day after one tablet' },
  { substance: 'Carprofen', atc_prefix: 'M01AE91', reaction: 'Bloody stools' },
] as const

const itemNamed = async (send: Send, name: string) =>
  (await first(send, `/item/?name__icontains=${name}&archived__is=false&ordering=name&page_size=1`)).url

/** Makes what is asked about in a visit: a medicine against a warning, imaging that is not charged, a prescription that is not sent. */
export const makeWarnedVisit = async (send: Send, other: number) => {
  const visits = await list(send, '/consultation/?status__is=8&page_size=20')
  const visit = visits.find(({ id }) => id !== other)
  if (visit === undefined) throw new Error('Only one patient is being treated in the demo clinic')
  const [patient] = visit['patients'] as readonly [string]
  for (const one of contraindications) await send('POST', '/contraindication/', { patient, ...one })
  await send('POST', `/consultation/${visit.id}/medicines/`, {
    item: await itemNamed(send, contraindications[0].substance),
    quantity: '1',
    instructions: 'One tablet a day with food, for five days.',
  })
  await send('POST', '/diagnosticimaging_referral/', {
    patient,
    consultation: visit.url,
    modality: 'US',
    target_areas: ['Abdomen'],
    remarks: 'Vomits since Sunday. A foreign body?',
  })
  await send('POST', '/eprescription/prescription/', {
    client_id: idOf(visit['client']),
    department_id: idOf(visit['department']),
    prescriber_id: idOf(visit['supervising_veterinarian']),
    consultation_id: visit.id,
    issue_time: new Date().toISOString(),
    prescription_items: [
      {
        name: 'Carprofen 50 mg',
        strength: '50 mg',
        instructions: 'One tablet twice a day with food.',
        patients: [idOf(patient)],
        quantity_packages: 1,
        repeat_number: 2,
        valid_until: new Date(Date.now() + 90 * 86_400_000).toISOString().slice(0, 10),
        warning_reason: 'Half the dose, and only with the stomach protected',
      },
    ],
  })
  return { visit: visit.id, patient: idOf(patient) }
}

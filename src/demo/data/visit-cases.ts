import { readSpecies } from '../../domain/clients/codelists/read.ts'

type Used = {
  readonly item: string
  readonly quantity?: string
  readonly usage_type?: 1 | 2 | 3
  readonly dosage?: true
  /** For one animal of a herd, or for all of them together. */
  readonly no_multiplier?: true
}
/** Why an animal is brought, what is found, and what is done about it. Items by the names they have in the catalogue. */
export type Case = {
  readonly complaint: string
  readonly anamnesis: string
  readonly finding: string
  readonly diagnosis: string
  readonly rows: readonly Used[]
  readonly instruction?: string
  readonly inpatient?: true
}

const does = (...names: readonly string[]): Used[] => names.map((item) => ({ item }))
const gives = (item: string, quantity: string): Used => ({ item, quantity, usage_type: 1, dosage: true })
const once = (used: Used): Used => ({ ...used, no_multiplier: true })
const sells = (item: string, quantity = '1'): Used => ({ item, quantity, usage_type: 2 })

const ears = (cleaner: Used): Case => ({
  complaint: 'Shakes the head and scratches an ear.',
  anamnesis: 'For about a week. No treatment so far, no other animals with signs.',
  finding: 'Left ear canal red with brown discharge, eardrum intact. Right ear unremarkable. Otherwise well.',
  diagnosis: 'EAR-001',
  rows: [...does('Clinical examination', 'Ear cleaning'), cleaner],
  instruction: 'Clean the ear every other day for two weeks, then come for a check.',
})
const wound = (suture: Used): Case => ({
  complaint: 'Wound on a leg since this morning.',
  anamnesis: 'Came home limping. Vaccinations are up to date.',
  finding: 'Skin wound of four centimetres on the outside of the left hind leg, clean. No bone or joint involved.',
  diagnosis: 'TRA-005',
  rows: [...does('Wound suturing under sedation', 'Sedation'), suture],
  instruction: 'Collar on and walks on the lead only until the sutures come out in ten days.',
})

const dogs: readonly Case[] = [
  {
    complaint: 'Yearly vaccination.',
    anamnesis: 'Eats and drinks well, no concerns at home.',
    finding: 'Bright and alert. Heart, lungs and abdomen unremarkable. Slight calculus on the upper molars.',
    diagnosis: 'GEN-001',
    rows: [...does('Vaccination visit'), gives('Vaccine, distemper and parvovirus', '1')],
  },
  ears(sells('Ear cleaner')),
  {
    complaint: 'Vomits and has diarrhoea since yesterday.',
    anamnesis: 'Ate something on a walk. Four times vomited, drinks little.',
    finding: 'Slightly dehydrated, abdomen soft and not painful, temperature 38.9.',
    diagnosis: 'GIT-020',
    rows: [...does('Clinical examination'), sells('Gastrointestinal diet for dogs, cans')],
    instruction: 'Small meals of the diet for three days. Call if vomiting goes on.',
  },
  {
    complaint: 'Stiff after rest.',
    anamnesis: 'For some months, worse in cold weather. Still wants to walk.',
    finding: 'Both hips painful on extension, thigh muscles reduced. X-rays show changes of the hip joints.',
    diagnosis: 'MUS-002',
    rows: [...does('Clinical examination', 'X-ray, first two views', 'Sedation'), sells('Carprofen 50 mg')],
    instruction: 'One tablet twice a day with food for two weeks. Keep the weight down.',
  },
  {
    complaint: 'Bad breath.',
    anamnesis: 'Chews on one side. Eats dry food.',
    finding: 'Calculus on all cheek teeth, gums red. Scaled and polished, two teeth removed.',
    diagnosis: 'DEN-003',
    rows: [
      ...does('Dental scaling and polishing, dog', 'Inhalation anaesthesia, first half hour', 'Intravenous cannula'),
      { item: 'Tooth extraction, simple', quantity: '2' },
      sells('Dental paste'),
    ],
    instruction: 'Soft food for three days. Brush the teeth every day from next week on.',
    inpatient: true,
  },
  wound(sells('Protective collar, medium')),
]

const cats: readonly Case[] = [
  {
    complaint: 'Yearly vaccination.',
    anamnesis: 'Indoor cat, no concerns.',
    finding: 'In good condition. Heart and lungs unremarkable, teeth clean.',
    diagnosis: 'GEN-001',
    rows: [
      ...does('Vaccination visit, cat'),
      gives('Vaccine, feline panleukopenia and respiratory viruses', '1'),
      sells('Praziquantel and milbemycin for cats'),
    ],
  },
  {
    complaint: 'Drinks a lot and loses weight.',
    anamnesis: 'Over two months. Appetite comes and goes.',
    finding: 'Thin, coat dull, both kidneys small. Blood pressure normal.',
    diagnosis: 'URO-007',
    rows: [...does('Clinical examination', 'Fluid therapy, day'), sells('Kidney diet for cats, chicken')],
    instruction: 'Kidney diet only. Fresh water in several places. Blood again in four weeks.',
    inpatient: true,
  },
  {
    complaint: 'Goes to the litter tray all the time.',
    anamnesis: 'Since yesterday evening, small amounts with some blood.',
    finding: 'Bladder small and painful, not blocked.',
    diagnosis: 'URO-001',
    rows: [
      ...does('Clinical examination'),
      sells('Meloxicam oral suspension for cats'),
      sells('Urinary diet for cats'),
    ],
    instruction: 'Come at once if no urine is seen for twelve hours.',
  },
  wound(sells('Recovery suit, cat')),
  ears(sells('Ear cleaner')),
]

const horses: readonly Case[] = [
  {
    complaint: 'Vaccination.',
    anamnesis: 'Competes this season.',
    finding: 'Healthy on examination, temperature 37.8.',
    diagnosis: 'GEN-001',
    rows: [...does('Vaccination visit, horse'), gives('Vaccine, equine influenza and tetanus', '1')],
    instruction: 'Light work for two days.',
  },
  {
    complaint: 'Lame on the right front leg.',
    anamnesis: 'Since a ride on hard ground four days ago.',
    finding: 'Lame 2 of 5 at the trot, warm foot, pulse felt. Better after a nerve block of the heel.',
    diagnosis: 'MUS-001',
    rows: [...does('Lameness examination', 'X-ray, first two views'), gives('Flunixin injection', '10')],
    instruction: 'Box rest for a week, then in hand. Check in ten days.',
  },
  {
    complaint: 'Colic.',
    anamnesis: 'Found rolling an hour ago. Ate in the morning.',
    finding: 'Heart rate 48, gut sounds loud on both sides, rectal findings normal.',
    diagnosis: 'GIT-051',
    rows: [...does('Emergency examination'), gives('Flunixin injection', '10')],
    instruction: 'No feed until evening, then soaked hay in small amounts. Call if it begins again.',
  },
  {
    complaint: 'Teeth.',
    anamnesis: 'Quids hay. Last floated a year ago.',
    finding: 'Sharp enamel points on the upper cheek teeth, floated. No ulcers left.',
    diagnosis: 'DEN-014',
    rows: [...does('Dental floating, horse', 'Sedation')],
  },
]

const cattle: readonly Case[] = [
  {
    complaint: 'Udder quarter swollen.',
    anamnesis: 'Milk with flakes since yesterday.',
    finding: 'Left hind quarter warm and firm, temperature 39.6.',
    diagnosis: 'REP-038',
    rows: [...does('Farm visit'), once(gives('Benzylpenicillin procaine injection', '40'))],
    instruction: 'Milk from the quarter is not delivered until the withdrawal period is over.',
  },
  {
    complaint: 'Worming before the grazing season.',
    anamnesis: 'All animals in good condition.',
    finding: 'Treated as planned.',
    diagnosis: 'PAR-018',
    rows: [...does('Farm visit'), { item: 'Syringe 5 ml', quantity: '1', usage_type: 1 }],
  },
]

const rabbits: readonly Case[] = [
  {
    complaint: 'Does not eat.',
    anamnesis: 'Since last night, no droppings this morning.',
    finding: 'Quiet, stomach full and firm, few gut sounds. Front teeth fine.',
    diagnosis: 'GIT-034',
    rows: [...does('Clinical examination, exotic pet', 'Fluid therapy, day'), sells('Critical care feed for rabbits')],
    instruction: 'Feed by syringe every four hours until it eats by itself.',
    inpatient: true,
  },
]

const anyAnimal: readonly Case[] = [
  {
    complaint: 'General check.',
    anamnesis: 'No concerns, the owner wants to be sure.',
    finding: 'In good condition for its age.',
    diagnosis: 'GEN-001',
    rows: does('Clinical examination, exotic pet'),
  },
]

const casesBySpecies: Readonly<Record<string, readonly Case[]>> = {
  DOG: dogs,
  CAT: cats,
  HRS: horses,
  CTL: cattle,
  SHP: cattle.slice(1),
  GOT: cattle.slice(1),
  RAB: rabbits,
}

/** By which diagnoses a case fits the reason of an appointment. */
const diagnosesOf: Readonly<Record<string, RegExp>> = {
  'Check-up': /^(GEN|GIT|URO|PAR)/,
  'Skin and ears': /^EAR/,
  Lameness: /^(MUS|TRA)/,
  'Dental treatment': /^DEN/,
  Operation: /^TRA/,
}

/** Whether an animal that is brought for this reason may turn out to be this case. */
export const fitsReason = (reason: string, { complaint, diagnosis }: Pick<Case, 'complaint' | 'diagnosis'>) =>
  reason === 'Vaccination' ? /vaccination/i.test(complaint) : (diagnosesOf[reason]?.test(diagnosis) ?? false)

const codes = new Map(readSpecies().map(({ id, code }) => [id, code]))
export const codeOfSpecies = (species: number | null) => codes.get(species ?? 0) ?? ''

export const casesOf = (species: number | null) => casesBySpecies[codeOfSpecies(species)] ?? anyAnimal

/** The reasons for which an animal of this species may be brought. */
export const reasonsFor = <T extends { readonly name: string }>(reasons: readonly T[], species: number | null) =>
  reasons.filter(({ name }) => casesOf(species).some((found) => fitsReason(name, found)))

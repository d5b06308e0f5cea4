import type { Household, Keeping } from './households.ts'
import type { Gender } from './model.ts'
import type { Random } from '../random.ts'

type Herd = { name: string; size: number; gender: Gender; remarks: string }

/** What a patient is made from: a single animal, or a herd that is one patient. */
export type AnimalKept = {
  species: string
  /** Codes of the breeds it may be; any of the species when empty. */
  breeds: readonly string[]
  sex?: 'male' | 'female'
  herd?: Herd
}

const petShares: (readonly [string, number])[] = [
  ['DOG', 53],
  ['CAT', 32],
  ['RAB', 5],
  ['GPG', 4],
  ['PRT', 4],
  ['HAM', 2],
  ['FER', 1],
  ['TOR', 1.5],
  ['LIZ', 1.5],
  ['SNK', 1],
  ['RAT', 1],
]

const dairyBreeds = ['CTL-AYRS', 'CTL-HOLS', 'CTL-AYRS', 'CTL-HOLS', 'CTL-WEST', 'CTL-JERS']
const beefBreeds = ['CTL-HERE', 'CTL-ABER', 'CTL-LIMO', 'CTL-HIGH']
const sheepBreeds = ['SHP-FINN', 'SHP-TEXE', 'SHP-KAIN', 'SHP-ALAN']
const pigBreeds = ['PIG-FINN', 'PIG-YORK']
const farmDogs = ['DOG-BORD', 'DOG-LAPP', 'DOG-FLAP', 'DOG-MIX']
const guardDogs = ['DOG-GERM', 'DOG-BESM', 'DOG-ROTT']
const lessonHorses = ['HRS-FINN', 'HRS-SHET', 'HRS-CONN', 'HRS-NEWF', 'HRS-GOTL', 'HRS-WEPS', 'HRS-FIWA', 'HRS-ESTO']
const trotters = ['HRS-STAN', 'HRS-STAN', 'HRS-FINN']
const houseCats = ['CAT-DOSH', 'CAT-DOME', 'CAT-MIX']

const word = ({ language }: Household, finnish: string, swedish: string) => (language === 'sv' ? swedish : finnish)

const choosePets = (random: Random, household: Household, count: number): AnimalKept[] => {
  if (household.breeds.length > 0) return repeat(count, () => ({ species: 'DOG', breeds: household.breeds }))
  const main = random.weighted(petShares)
  return repeat(count, (place) => ({
    species: place === 0 || random.chance(0.7) ? main : random.weighted(petShares),
    breeds: [],
  }))
}

const chooseHorses = (random: Random, household: Household, count: number): AnimalKept[] =>
  repeat(count, (place) => {
    const onlyHorses = place === 0 || household.organization_name !== ''
    const species = onlyHorses ? 'HRS' : random.pick(['HRS', 'HRS', 'HRS', 'DOG', 'CAT'])
    return { species, breeds: species === 'HRS' ? household.breeds : [] }
  })

const chooseHobbyFarm = (random: Random, household: Household, count: number): AnimalKept[] => {
  const flock: AnimalKept = {
    species: 'CHK',
    breeds: ['CHK-FINN', 'CHK-LOHM'],
    herd: {
      name: word(household, 'Kanaparvi', 'Hönsen'),
      size: random.int(6, 22),
      gender: 'Female',
      remarks: 'Backyard hens, eggs for own use.',
    },
  }
  const all: AnimalKept[] = [
    flock,
    { species: 'SHP', breeds: [] },
    { species: 'SHP', breeds: [], sex: 'female' },
    { species: 'GOT', breeds: [] },
    { species: 'ALP', breeds: [] },
    { species: 'ALP', breeds: [] },
    { species: 'DNK', breeds: [] },
    { species: 'CHK', breeds: ['CHK-SILK', 'CHK-ORPI'], sex: 'female' },
    { species: 'PIG', breeds: ['PIG-KUNE', 'PIG-GOTT'] },
    { species: 'DOG', breeds: farmDogs },
    { species: 'CAT', breeds: houseCats },
    { species: 'HRS', breeds: ['HRS-SHET', 'HRS-FINN'] },
  ]
  return random.shuffle(all).slice(0, count)
}

const chooseDairyFarm = (random: Random, household: Household, count: number): AnimalKept[] => {
  const breeds = [random.pick(dairyBreeds)]
  const cows = random.int(28, 130)
  const herds: AnimalKept[] = [
    {
      species: 'CTL',
      breeds,
      herd: {
        name: word(household, 'Lypsykarja', 'Mjölkkorna'),
        size: cows,
        gender: 'Female',
        remarks: `Dairy herd, ${random.pick(['milking robot', 'tie stall', 'milking parlour'])}.`,
      },
    },
    {
      species: 'CTL',
      breeds,
      herd: {
        name: word(household, 'Nuorkarja', 'Ungdjuren'),
        size: Math.round(cows * (0.5 + random.next() * 0.3)),
        gender: 'Unknown',
        remarks: 'Young stock, calves and heifers.',
      },
    },
  ]
  const others = repeat(Math.max(0, count - 2), (): AnimalKept => {
    if (random.chance(0.7)) return { species: 'CTL', breeds, sex: 'female' }
    return random.chance(0.5) ? { species: 'DOG', breeds: farmDogs } : { species: 'CAT', breeds: houseCats }
  })
  return [...herds, ...others].slice(0, count)
}

const chooseBeefFarm = (random: Random, household: Household, count: number): AnimalKept[] => {
  const breeds = household.breeds.length > 0 ? household.breeds : [random.pick(beefBreeds)]
  const herd: Herd = {
    name: word(household, 'Emolehmät', 'Dikorna'),
    size: random.int(18, 75),
    gender: 'Female',
    remarks: 'Suckler cows, on pasture from May to October.',
  }
  const kept: AnimalKept[] = [
    { species: 'CTL', breeds, herd },
    { species: 'CTL', breeds, sex: 'male' },
    { species: 'DOG', breeds: farmDogs },
    { species: 'CTL', breeds, sex: 'female' },
    { species: 'CAT', breeds: houseCats },
  ]
  return kept.slice(0, count)
}

const chooseSheepFarm = (random: Random, household: Household, count: number): AnimalKept[] => {
  const breeds = [random.pick(sheepBreeds)]
  const ewes: Herd = {
    name: word(household, 'Uuhet', 'Tackorna'),
    size: random.int(35, 180),
    gender: 'Female',
    remarks: 'Lambing in March and April.',
  }
  const kept: AnimalKept[] = [
    { species: 'SHP', breeds, herd: ewes },
    { species: 'SHP', breeds, sex: 'male' },
    { species: 'DOG', breeds: ['DOG-BORD'] },
    { species: 'SHP', breeds, sex: 'female' },
    { species: 'SHP', breeds, sex: 'male' },
  ]
  return kept.slice(0, count)
}

const choosePigFarm = (random: Random, household: Household, count: number): AnimalKept[] => {
  const breeds = [random.pick(pigBreeds)]
  const sows: Herd = {
    name: word(household, 'Emakot', 'Suggorna'),
    size: random.int(60, 220),
    gender: 'Female',
    remarks: 'Sows, weekly batches. Shower in before the barn.',
  }
  const fattening: Herd = {
    name: word(household, 'Lihasiat', 'Slaktsvinen'),
    size: random.int(400, 900),
    gender: 'Unknown',
    remarks: 'Fattening pigs, all in and all out.',
  }
  const kept: AnimalKept[] = [
    { species: 'PIG', breeds, herd: sows },
    { species: 'PIG', breeds, herd: fattening },
    { species: 'DOG', breeds: farmDogs },
    { species: 'CAT', breeds: houseCats },
  ]
  return kept.slice(0, count)
}

const oneOfBreeds =
  (species: string, usual: readonly string[]) =>
  (_random: Random, household: Household, count: number): AnimalKept[] =>
    repeat(count, () => ({ species, breeds: household.breeds.length > 0 ? household.breeds : usual }))

const oneOfSpecies =
  (list: readonly string[]) =>
  (random: Random, _household: Household, count: number): AnimalKept[] =>
    repeat(count, () => ({ species: random.pick(list), breeds: [] }))

const repeat = <T>(count: number, make: (place: number) => T): T[] =>
  Array.from({ length: count }, (_, place) => make(place))

type Choose = (random: Random, household: Household, count: number) => AnimalKept[]

/** For each kind of household: fewest and most patients, and which they are. */
const keeps: Record<Keeping, { fewest: number; usual: number; most: number; choose: Choose }> = {
  pets: { fewest: 0, usual: 2, most: 4, choose: choosePets },
  horses: { fewest: 1, usual: 3, most: 5, choose: chooseHorses },
  'hobby farm': { fewest: 1, usual: 4, most: 6, choose: chooseHobbyFarm },
  'dairy farm': { fewest: 2, usual: 4, most: 6, choose: chooseDairyFarm },
  'beef farm': { fewest: 1, usual: 3, most: 5, choose: chooseBeefFarm },
  'sheep farm': { fewest: 2, usual: 4, most: 5, choose: chooseSheepFarm },
  'pig farm': { fewest: 2, usual: 3, most: 4, choose: choosePigFarm },
  'riding school': { fewest: 3, usual: 6, most: 6, choose: oneOfBreeds('HRS', lessonHorses) },
  'trotting stable': { fewest: 2, usual: 5, most: 6, choose: oneOfBreeds('HRS', trotters) },
  kennel: { fewest: 2, usual: 5, most: 6, choose: oneOfBreeds('DOG', []) },
  cattery: { fewest: 2, usual: 4, most: 6, choose: oneOfBreeds('CAT', []) },
  'guard dogs': { fewest: 1, usual: 4, most: 5, choose: oneOfBreeds('DOG', guardDogs) },
  'house animals': { fewest: 1, usual: 2, most: 3, choose: oneOfSpecies(['CAT', 'RAB', 'GPG', 'PRT']) },
  'dog shelter': { fewest: 2, usual: 5, most: 6, choose: oneOfBreeds('DOG', ['DOG-MIX', 'DOG-UNK']) },
  'cat shelter': { fewest: 2, usual: 5, most: 6, choose: oneOfBreeds('CAT', houseCats) },
  'small animal shelter': { fewest: 2, usual: 5, most: 6, choose: oneOfSpecies(['RAB', 'RAB', 'GPG', 'RAT']) },
}

/** How many patients each household has, so that there are `total` of them. */
export const distributePatients = (random: Random, households: readonly Household[], total: number): number[] => {
  const limits = households.map(({ keeping }) => keeps[keeping])
  const counts = limits.map(({ fewest, usual }) =>
    random.chance(0.05) ? fewest : random.int(Math.max(1, fewest), usual),
  )
  let missing = total - counts.reduce((sum, count) => sum + count, 0)
  while (missing !== 0) {
    const place = random.int(0, counts.length - 1)
    const step = Math.sign(missing)
    const count = (counts[place] ?? 0) + step
    const limit = limits[place]
    if (!limit || count < Math.max(1, limit.fewest) || count > limit.most) continue
    counts[place] = count
    missing -= step
  }
  return counts
}

export const chooseAnimals: Choose = (random, household, count) =>
  keeps[household.keeping].choose(random, household, count)

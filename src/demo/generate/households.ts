import type { DemoClient } from './model.ts'
import type { Language } from '../data/person-names.ts'
import type { Random } from '../random.ts'

/** What animals a client keeps, which decides its patients. */
export type Keeping =
  | 'pets'
  | 'horses'
  | 'hobby farm'
  | 'dairy farm'
  | 'beef farm'
  | 'sheep farm'
  | 'pig farm'
  | 'riding school'
  | 'trotting stable'
  | 'kennel'
  | 'cattery'
  | 'guard dogs'
  | 'house animals'
  | 'dog shelter'
  | 'cat shelter'
  | 'small animal shelter'

export type Household = {
  keeping: Keeping
  customer_type: DemoClient['customer_type']
  country: string
  language: Language
  organization_name: string
  /** Codes of the breeds it keeps; any when empty. */
  breeds: readonly string[]
}

const company = (
  keeping: Keeping,
  organization_name: string,
  language: Language = 'fi',
  breeds: readonly string[] = [],
): Household => ({
  keeping,
  customer_type: 1,
  country: 'FI',
  language,
  organization_name,
  breeds,
})

const companies: Household[] = [
  company('dairy farm', 'Sumupellon Maitotila Oy'),
  company('dairy farm', 'Maatalousyhtymä Kuutamoniitty'),
  company('dairy farm', 'Harakanpesän Tila'),
  company('dairy farm', 'Rävstenens Mjölkgård Ab', 'sv'),
  company('beef farm', 'Kettukallion Karja Oy'),
  company('beef farm', 'Karhunsammalen Luomutila'),
  company('beef farm', 'Fågelbärets Hereford Kb', 'sv', ['CTL-HERE']),
  company('sheep farm', 'Tuulenpesän Lammastila'),
  company('sheep farm', 'Dimängens Fårgård', 'sv'),
  company('sheep farm', 'Villalinnun Tila Oy'),
  company('pig farm', 'Röhkölän Sikatila Oy'),
  company('riding school', 'Ratsastuskoulu Hopeakavio Oy'),
  company('riding school', 'Ridskolan Silverhoven Ab', 'sv'),
  company('riding school', 'Tuulihaukan Islanninhevoset', 'fi', ['HRS-ICEL']),
  company('trotting stable', 'Ravitalli Vauhtiviima Oy'),
  company('trotting stable', 'Hiirenvirnan Ravitalli'),
  company('horses', 'Kaviokallion Yksityistalli Oy'),
  company('kennel', 'Kennel Usvanneidon', 'fi', ['DOG-FLAP']),
  company('kennel', 'Kennel Poronjäkälän', 'fi', ['DOG-LABR']),
  company('kennel', 'Kennel Havsdimmans', 'sv', ['DOG-NOVA']),
  company('kennel', 'Kennel Pikkukäpälän', 'fi', ['DOG-CHSM', 'DOG-CHIH']),
  company('cattery', 'Kissala Kehräysmylly', 'fi', ['CAT-MAIN']),
  company('cattery', 'Kissala Sinisiiven', 'fi', ['CAT-BIRM']),
  company('guard dogs', 'Yövahti Koirapalvelut Oy'),
  company('guard dogs', 'Vainutiimi Etsintäkoirat Oy'),
  company('house animals', 'Hoivakoti Pihlajaterttu Oy'),
  company('pets', 'Koirahoitola Hännänheilutus Oy', 'fi', ['DOG-MIX', 'DOG-LABR', 'DOG-SHET']),
  company('hobby farm', 'Kotieläinpiha Tassula Oy'),
]

const euCompanies: Household[] = [
  { ...company('horses', 'Norrskogens Sporthästar AB', 'sv'), customer_type: 2, country: 'SE' },
  { ...company('trotting stable', 'Travstall Vinterhov AB', 'sv'), customer_type: 2, country: 'SE' },
  { ...company('kennel', 'Kennel Blåklintens HB', 'sv', ['DOG-AUSH']), customer_type: 2, country: 'SE' },
  { ...company('horses', 'Rukkilille Ratsatall OÜ', 'et'), customer_type: 2, country: 'EE' },
  { ...company('kennel', 'Kennel Merikajaka OÜ', 'et', ['DOG-FINN']), customer_type: 2, country: 'EE' },
  { ...company('guard dogs', 'Öökull Turvakoerad OÜ', 'et'), customer_type: 2, country: 'EE' },
]

const charities: Household[] = [
  { ...company('cat shelter', 'Saariston Kodittomat Kissat ry'), customer_type: 3 },
  { ...company('cat shelter', 'Viiksikarvat Löytökissat ry'), customer_type: 3 },
  { ...company('cat shelter', 'Skärgårdens Hittekatter rf', 'sv'), customer_type: 3 },
  { ...company('dog shelter', 'Uusi Hihna Rescuekoirat ry'), customer_type: 3 },
  { ...company('dog shelter', 'Vaeltavat Tassut ry'), customer_type: 3 },
  { ...company('small animal shelter', 'Pitkäkorvien Tuki ry'), customer_type: 3 },
  { ...company('riding school', 'Ratsuterapiayhdistys Lempeä Turpa ry'), customer_type: 3 },
  { ...company('horses', 'Vanhojen Hevosten Laidun ry'), customer_type: 3 },
  { ...company('dog shelter', 'Northern Leash Rehoming', 'en'), customer_type: 4, country: 'GB' },
  { ...company('cat shelter', 'Harbour Whiskers Cat Rescue', 'en'), customer_type: 4, country: 'GB' },
]

const spoken: (readonly [Language, number])[] = [
  ['fi', 72],
  ['sv', 17],
  ['other', 7],
  ['et', 2],
  ['en', 2],
]

const privatePerson = (random: Random): Household => ({
  keeping: random.weighted([
    ['pets', 82],
    ['horses', 14],
    ['hobby farm', 4],
  ] as const),
  customer_type: 0,
  country: 'FI',
  language: random.weighted(spoken),
  organization_name: '',
  breeds: [],
})

export const chooseHouseholds = (random: Random, count: number): Household[] => {
  const organisations = [...companies, ...euCompanies, ...charities]
  const visitors: Household[] = [
    { ...privatePerson(random), keeping: 'horses', country: 'SE', language: 'sv' },
    { ...privatePerson(random), keeping: 'pets', country: 'SE', language: 'sv' },
    { ...privatePerson(random), keeping: 'pets', country: 'EE', language: 'et' },
  ]
  const hobbyFarms = Array.from({ length: 5 }, (): Household => ({ ...privatePerson(random), keeping: 'hobby farm' }))
  const few = [...organisations, ...visitors, ...hobbyFarms]
  return random.shuffle([...few, ...Array.from({ length: count - few.length }, () => privatePerson(random))])
}

const farming: readonly Keeping[] = ['hobby farm', 'dairy farm', 'beef farm', 'sheep farm', 'pig farm']
const equine: readonly Keeping[] = ['horses', 'riding school', 'trotting stable']

export const keepsFarmAnimals = (keeping: Keeping) => farming.includes(keeping)
export const keepsHorses = (keeping: Keeping) => equine.includes(keeping)

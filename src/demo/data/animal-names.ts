import type { Random } from '../random.ts'

type BySex = { males: readonly string[]; females: readonly string[] }

const words = (text: string) => text.trim().split(/\s+/)

const dogs: BySex = {
  males: words(`
    Aslan Bamse Boris Bruno Bosse Eppu Fredi Halti Hugo Hurtta Jalmari Jekku Kaapo Kasper Kössi Lordi Max Milo Musti
    Manu Nalle Nappi Niilo Onni Otso Pontus Rekku Rocky Ruffe Simba Sisu Taavi Tassu Ukko Urho Vili Viljo Walter
    Zorro Åke`),
  females: words(`
    Aada Ada Aina Bella Daisy Elli Fanni Freja Halla Helmi Hertta Hilla Hilma Iita Inka Kaisla Kerttu Kiira Leia
    Lilja Luna Lumi Maisa Manta Mimmi Misu Molly Muru Nelli Nera Nuppu Peppi Piki Riemu Roosa Ruusu Saga Selma Siiri
    Sohvi Stella Tellu Tosca Tuisku Usva Vilma Wilja Ylva`),
}

const cats: BySex = {
  males: words(`
    Aatu Alvar Figaro Elmeri Felix Gusten Karvinen Leevi Lennu Leo Miro Mauno Morris Neko Nuutti Oiva Oskari Pate
    Pekka Pörri Raita Rölli Salem Sulo Tiikeri Topi Ville-Valtteri Wiljami Viiru Findus`),
  females: words(`
    Bertta Cleo Elsa Esteri Hippu Hiutale Kisu Lyyti Maija Maukka Mansikka Miina Mirri Missan Nala Nökö Olga Pallero
    Petra Pipsa Pumpuli Rontti Rusina Saimi Sessi Siru Sylvi Taika Tilda Tyyne Venla Viivi`),
}

const horses: BySex = {
  males: words(`
    Ahti Arvo Cesar Donner Eetu Fálki Hermes Jalo Kuningas Lancelot Loki Nero Orion Pilvi-Pekka Poju Prinssi Rasmus
    Ruuti Salomon Sampo Sleipnir Tarmo Uljas Valtti Viljami Vinski Voima`),
  females: words(`
    Aamu Amalia Aurora Bonita Elina Fiona Freyja Helmi Hilppa Hymy Juno Kielo Lady Lempi Liinu Lumikki Neito Pihla
    Rinssi Ruska Salla Stjerna Suvituuli Säihky Toivotar Unelma Valma Varpu Vieno`),
}

const livestock: BySex = {
  males: words('Aapo Eemeli Eino Heimo Hermanni Jussi Kalle Mooses Pässi-Pekka Rambo Tahvo Ukko-Pekka Urpo Yrjö Åke'),
  females: words(`
    Heluna Hermiina Ilona Kaino Kaunokki Kukka Lemmikki Lilli Mansikki Mielikki Muurikki Mustikki Omena Orvokki
    Pihlaja Ruusu Sinikka Tähtö Valko Vanamo Villa Vilja`),
}

const smallPets = words(`
  Biscuit Cookie Dumle Fluffy Hamppu Hiisi Ilo Kaneli Karkki Kaura Keksi Lakritsi Luumu Manteli Marsu Mokka Muffe
  Muusa Mylle Nappula Nopsa Nöpö Pampula Peanut Pikkis Pulla Pähkinä Rinkeli Sokeri Suklaa Taateli Tahmatassu Toffee
  Tuhku Tupu Vaahto Vanilja Voikukka`)

const birds = words('Birk Coco Kiki Kirppu Laku Limppu Pepe Pikku Polly Rio Sirkku Taru Tipu Titti Tuike Tweety')
const reptiles = words('Draco Einstein Käärö Luikku Nessi Panssari Rex Sirius Spike Taisto Viuhti Zazu')
const alpacas: BySex = {
  males: words('Amaro Cusco Lorenzo Pablo Pisco Rico Santos Tango'),
  females: words('Alma Bonita Carmen Estrella Inca Lima Paloma Perla'),
}
const hens = words('Aune Helga Hilda Irma Kaakatar Kotkot Martta Munatar Pirkko Saimi Tyyne')

const bySex = (names: BySex) => (sex: 'male' | 'female') => (sex === 'male' ? names.males : names.females)

const namesOf: Record<string, (sex: 'male' | 'female') => readonly string[]> = {
  DOG: bySex(dogs),
  CAT: bySex(cats),
  HRS: bySex(horses),
  DNK: bySex({ males: ['Aasi-Antti', 'Ihaa', 'Sancho', 'Topi'], females: ['Aasinna', 'Frida', 'Hilma', 'Rosita'] }),
  CTL: bySex(livestock),
  SHP: bySex(livestock),
  GOT: bySex({
    males: ['Bertel', 'Kiliman', 'Pukki', 'Otto', 'Tarmo'],
    females: ['Hilja', 'Kutta', 'Lempi', 'Neiti', 'Vuokko'],
  }),
  PIG: bySex({ males: ['Nasu', 'Possu', 'Röhkö', 'Sulo'], females: ['Miss Piggelin', 'Pirkko', 'Saparo', 'Tyyne'] }),
  CHK: () => hens,
  PRT: () => birds,
  TOR: () => reptiles,
  LIZ: () => reptiles,
  SNK: () => reptiles,
  ALP: bySex(alpacas),
}

export const chooseName = (random: Random, species: string, sex: 'male' | 'female', used: ReadonlySet<string>) => {
  const names = namesOf[species]?.(sex) ?? smallPets
  const free = names.filter((name) => !used.has(name))
  return random.pick(free.length > 0 ? free : names)
}

const finnhorseFirst = words('Aamun Hilun Kaiun Lenkin Pilven Rannan Salon Suvin Tuiskun Usvan Vaahteran Virran')
const finnhorseLast = words('Aatos Humaus Hymy Into Kajo Laulu Lento Liekki Loiste Säde Taika Taru Toive Valo Viima')
const sportFirst = words('Amber Calypso Cardinal Diamond Donna Fabulous Grand Lord Midnight Quick Royal Silver Velvet')
const sportLast = words('Avenue Ballad Breeze Fortune Galaxy Horizon Legacy Mirage Promise Rhapsody Serenade Star')
const trotterLast = words('Dash Express Flyer Pacer Race Sprint Trot')
const studs = words('Norrbackas Kuutamon Tuulihaukan Lillgårds Hopeakavion Sumupellon')
const icelandicFarms = words('Norrbacka Lillgård Storängen Björknäs')

export const chooseHorseName = (random: Random, breedCode: string, name: string) => {
  if (breedCode === 'HRS-FINN') return `${random.pick(finnhorseFirst)} ${random.pick(finnhorseLast)}`
  if (breedCode === 'HRS-ICEL') return `${name} från ${random.pick(icelandicFarms)}`
  if (breedCode === 'HRS-STAN') return `${random.pick(sportFirst)} ${random.pick(trotterLast)}`
  if (['HRS-SHET', 'HRS-GOTL', 'HRS-NEWF', 'HRS-CONN', 'HRS-WEPS', 'HRS-ESTO'].includes(breedCode)) {
    return `${random.pick(studs)} ${name}`
  }
  return `${random.pick(sportFirst)} ${random.pick(sportLast)}`
}

const kennels = words('Aamuruskon Kaislarannan Kettukankaan Nattfjärilens Ruskamaan Sinivuokon Snöflingans')
const pedigree = [
  'Aamun Kajo',
  'Blue Horizon',
  'First Frost',
  'Hopeahippu',
  'Joulun Ihme',
  'Kesäyön Uni',
  'Midnight Sun',
  'Northern Light',
  'Pikku Myrsky',
  'Rain Dancer',
  'Sateen Ropina',
  'Tähtien Tarina',
  'Vindens Viskning',
  'Winter Tale',
]

export const choosePedigreeName = (random: Random, ownKennel: string) =>
  `${ownKennel || random.pick(kennels)} ${random.pick(pedigree)}`

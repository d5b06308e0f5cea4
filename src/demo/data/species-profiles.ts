import { type BreedProfile, breed } from './breed-profile.ts'
import { dogBreeds } from './dog-breeds.ts'

export type SpeciesProfile = {
  code: string
  breeds: readonly BreedProfile[]
  /** Years. */
  lifespan: number
  /** Weight at birth as a share of the adult's, and months until half grown. */
  newborn: number
  halfGrown: number
  /** Shares of animals that have one. */
  chipped: number
  insured: number
}

const tabby = ['Brown tabby', 'Grey tabby', 'Black', 'Black and white', 'Tortoiseshell', 'Red tabby', 'Tabby and white']
const bays = ['Bay', 'Dark bay', 'Chestnut', 'Black', 'Grey']
const chestnuts = ['Chestnut', 'Chestnut', 'Dark chestnut', 'Chestnut with flaxen mane', 'Bay']
const pied = ['Bay', 'Chestnut', 'Black', 'Palomino', 'Pinto', 'Buckskin', 'Silver dapple', 'Grey']
const rabbitColors = ['Agouti', 'Black and white', 'Brown', 'Grey', 'White', 'Sable point', 'Orange']
const cavyColors = ['Tricolour', 'Brown and white', 'Black and white', 'Agouti', 'Cream']

const profiles: SpeciesProfile[] = [
  { code: 'DOG', breeds: dogBreeds, lifespan: 13, newborn: 0.015, halfGrown: 4, chipped: 0.93, insured: 0.45 },
  {
    code: 'CAT',
    lifespan: 15,
    newborn: 0.025,
    halfGrown: 4.5,
    chipped: 0.62,
    insured: 0.25,
    breeds: [
      breed('CAT-DOSH', 4.6, 46, tabby),
      breed('CAT-DOME', 4.9, 7, tabby),
      breed('CAT-MIX', 4.7, 8, tabby),
      breed('CAT-MAIN', 6.8, 6, ['Brown tabby', 'Red tabby', 'Silver tabby', 'Black smoke', 'Blue']),
      breed('CAT-RAGD', 5.8, 5, ['Seal point', 'Blue bicolour', 'Seal mitted']),
      breed('CAT-BIRM', 4.6, 6, ['Seal point', 'Blue point', 'Chocolate point']),
      breed('CAT-NORW', 5.4, 5, ['Brown tabby', 'Black and white', 'Blue tabby', 'Red tabby and white']),
      breed('CAT-SIBE', 5.2, 4, ['Brown tabby', 'Silver tabby', 'Red tabby']),
      breed('CAT-BRSH', 5.3, 5, ['Blue', 'Cream', 'Silver shaded']),
      breed('CAT-BENG', 5, 2, ['Brown spotted', 'Snow spotted']),
      breed('CAT-CORN', 3.4, 2, ['White', 'Black', 'Blue and white']),
      breed('CAT-DEVO', 3.5, 2, ['Black', 'Cream', 'Tortoiseshell']),
      breed('CAT-BURM', 4.6, 2, ['Brown', 'Blue', 'Lilac']),
      breed('CAT-PERS', 4.7, 2, ['White', 'Golden shaded', 'Blue']),
      breed('CAT-RUSS', 4, 1, ['Blue']),
    ],
  },
  {
    code: 'HRS',
    lifespan: 27,
    newborn: 0.1,
    halfGrown: 8,
    chipped: 0.95,
    insured: 0.5,
    breeds: [
      breed('HRS-FINN', 540, 26, chestnuts),
      breed('HRS-FIWA', 560, 10, bays),
      breed('HRS-STAN', 470, 14, ['Bay', 'Dark bay', 'Black', 'Chestnut']),
      breed('HRS-ICEL', 360, 9, pied),
      breed('HRS-SHET', 175, 7, pied),
      breed('HRS-SWED', 570, 7, bays),
      breed('HRS-DUTC', 590, 5, bays),
      breed('HRS-HANO', 580, 4, bays),
      breed('HRS-CONN', 350, 4, ['Grey', 'Buckskin', 'Bay']),
      breed('HRS-NEWF', 330, 3, ['Bay', 'Chestnut', 'Black']),
      breed('HRS-GOTL', 210, 3, ['Bay', 'Buckskin', 'Chestnut']),
      breed('HRS-WEPS', 290, 3, ['Grey', 'Bay', 'Palomino']),
      breed('HRS-FJOR', 450, 3, ['Brown dun', 'Red dun']),
      breed('HRS-ESTO', 400, 2, ['Buckskin', 'Bay', 'Grey']),
      breed('HRS-IRIS', 550, 2, ['Pinto', 'Black and white']),
      breed('HRS-ARAB', 430, 2, ['Grey', 'Bay', 'Chestnut']),
      breed('HRS-HAFL', 440, 1, ['Chestnut with flaxen mane']),
      breed('HRS-THOR', 500, 2, ['Bay', 'Dark bay', 'Chestnut']),
    ],
  },
  {
    code: 'DNK',
    lifespan: 30,
    newborn: 0.1,
    halfGrown: 9,
    chipped: 0.8,
    insured: 0.1,
    breeds: [
      breed('DNK-STAN', 190, 3, ['Grey dun', 'Brown', 'Grey with cross']),
      breed('DNK-MINI', 130, 2, ['Grey dun', 'Dark brown']),
    ],
  },
  {
    code: 'CTL',
    lifespan: 9,
    newborn: 0.065,
    halfGrown: 10,
    chipped: 0,
    insured: 0,
    breeds: [
      breed('CTL-AYRS', 580, 10, ['Red and white']),
      breed('CTL-HOLS', 650, 10, ['Black and white']),
      breed('CTL-WEST', 510, 2, ['Red-brown']),
      breed('CTL-JERS', 440, 2, ['Fawn']),
      breed('CTL-HERE', 680, 5, ['Red with white face']),
      breed('CTL-ABER', 650, 5, ['Black']),
      breed('CTL-LIMO', 700, 3, ['Golden red']),
      breed('CTL-HIGH', 500, 2, ['Red', 'Yellow']),
    ],
  },
  {
    code: 'SHP',
    lifespan: 11,
    newborn: 0.05,
    halfGrown: 5,
    chipped: 0,
    insured: 0,
    breeds: [
      breed('SHP-FINN', 68, 8, ['White', 'Black', 'Brown']),
      breed('SHP-KAIN', 55, 3, ['Grey']),
      breed('SHP-TEXE', 85, 4, ['White']),
      breed('SHP-ALAN', 52, 2, ['Grey', 'White', 'Black']),
      breed('SHP-GOTL', 65, 2, ['Grey']),
    ],
  },
  {
    code: 'GOT',
    lifespan: 14,
    newborn: 0.06,
    halfGrown: 6,
    chipped: 0,
    insured: 0,
    breeds: [
      breed('GOT-FINN', 50, 5, ['White', 'Grey', 'Brown and white']),
      breed('GOT-PYGM', 27, 3, ['Grey agouti', 'Black', 'Caramel']),
    ],
  },
  {
    code: 'PIG',
    lifespan: 13,
    newborn: 0.01,
    halfGrown: 8,
    chipped: 0.1,
    insured: 0,
    breeds: [
      breed('PIG-FINN', 210, 3, ['White']),
      breed('PIG-YORK', 230, 3, ['White']),
      breed('PIG-KUNE', 95, 2, ['Black and white', 'Ginger']),
      breed('PIG-GOTT', 38, 2, ['White', 'Black']),
    ],
  },
  {
    code: 'RAB',
    lifespan: 9,
    newborn: 0.02,
    halfGrown: 2.4,
    chipped: 0.1,
    insured: 0.04,
    breeds: [
      breed('RAB-LION', 1.7, 8, rabbitColors),
      breed('RAB-MINI', 1.8, 3, rabbitColors),
      breed('RAB-MILO', 1.7, 7, rabbitColors),
      breed('RAB-DWLO', 1.9, 1, rabbitColors),
      breed('RAB-NETH', 1.1, 6, rabbitColors),
      breed('RAB-REX', 3.6, 2, ['Castor', 'Blue', 'Otter']),
      breed('RAB-MIX', 2, 6, rabbitColors),
    ],
  },
  {
    code: 'GPG',
    lifespan: 6,
    newborn: 0.09,
    halfGrown: 2,
    chipped: 0,
    insured: 0,
    breeds: [
      breed('GPG-AMER', 1, 4, cavyColors),
      breed('GPG-SHEL', 1, 2, cavyColors),
      breed('GPG-SKIN', 0.95, 1, ['Pink and black']),
      breed('GPG-MIX', 1, 3, cavyColors),
    ],
  },
  {
    code: 'HAM',
    lifespan: 2.3,
    newborn: 0.03,
    halfGrown: 0.9,
    chipped: 0,
    insured: 0,
    breeds: [
      breed('HAM-SYRI', 0.135, 5, ['Golden', 'Cream', 'Sable']),
      breed('HAM-DJUN', 0.042, 2, ['Grey agouti', 'Pearl']),
      breed('HAM-ROBO', 0.023, 2, ['Sandy']),
    ],
  },
  {
    code: 'FER',
    lifespan: 7.5,
    newborn: 0.01,
    halfGrown: 2.2,
    chipped: 0.5,
    insured: 0.05,
    breeds: [breed('FER-STAN', 1.1, 1, ['Sable', 'Albino', 'Champagne'])],
  },
  {
    code: 'CHK',
    lifespan: 7,
    newborn: 0.02,
    halfGrown: 2.6,
    chipped: 0,
    insured: 0,
    breeds: [
      breed('CHK-FINN', 1.7, 5, ['Speckled brown', 'Black', 'White']),
      breed('CHK-SILK', 1.3, 3, ['White', 'Black', 'Buff']),
      breed('CHK-ORPI', 3, 2, ['Buff']),
      breed('CHK-LOHM', 1.9, 3, ['Brown']),
    ],
  },
  {
    code: 'PRT',
    lifespan: 14,
    newborn: 0.05,
    halfGrown: 0.6,
    chipped: 0,
    insured: 0.02,
    breeds: [
      breed('PRT-BUDG', 0.037, 6, ['Green', 'Blue', 'Yellow']),
      breed('PRT-COCK', 0.092, 5, ['Grey', 'Lutino', 'Pied']),
      breed('PRT-PEAC', 0.052, 2, ['Green with peach face']),
      breed('PRT-GREE', 0.068, 2, ['Green']),
      breed('PRT-AFRI', 0.46, 2, ['Grey with red tail']),
    ],
  },
  {
    code: 'TOR',
    lifespan: 50,
    newborn: 0.02,
    halfGrown: 70,
    chipped: 0.1,
    insured: 0,
    breeds: [breed('TOR-HORS', 1.1, 3, ['Olive brown']), breed('TOR-HERM', 1.3, 2, ['Yellow and black'])],
  },
  {
    code: 'LIZ',
    lifespan: 11,
    newborn: 0.01,
    halfGrown: 7,
    chipped: 0,
    insured: 0,
    breeds: [
      breed('LIZ-BEAR', 0.42, 3, ['Sandy', 'Orange']),
      breed('LIZ-LEOP', 0.065, 2, ['Yellow with spots', 'Tangerine']),
    ],
  },
  {
    code: 'SNK',
    lifespan: 20,
    newborn: 0.02,
    halfGrown: 20,
    chipped: 0,
    insured: 0,
    breeds: [breed('SNK-CORN', 0.55, 2, ['Orange', 'Amelanistic']), breed('SNK-BALL', 1.6, 2, ['Brown and black'])],
  },
  {
    code: 'ALP',
    lifespan: 18,
    newborn: 0.11,
    halfGrown: 8,
    chipped: 0.85,
    insured: 0.1,
    breeds: [
      breed('ALP-HUAC', 66, 4, ['White', 'Fawn', 'Brown', 'Black']),
      breed('ALP-SURI', 64, 1, ['White', 'Fawn']),
    ],
  },
  {
    code: 'RAT',
    lifespan: 2.6,
    newborn: 0.015,
    halfGrown: 1.6,
    chipped: 0,
    insured: 0,
    breeds: [breed('RAT-FANC', 0.42, 3, ['Hooded', 'Agouti', 'Black']), breed('RAT-DUMB', 0.4, 2, ['Blue', 'Hooded'])],
  },
]

export const profileOf = (code: string): SpeciesProfile => {
  const profile = profiles.find((entry) => entry.code === code)
  if (!profile) throw new Error(`no profile of species ${code}`)
  return profile
}

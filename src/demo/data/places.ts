import type { Random } from '../random.ts'

type Town = { country: string; zip_code: string; city: string; swedish: boolean; centre: boolean }
type Address = { street_address: string; zip_code: string; city: string; country: string }

const town = (zip_code: string, city: string, more: Partial<Town> = {}): Town => ({
  country: 'FI',
  zip_code,
  city,
  swedish: false,
  centre: false,
  ...more,
})

const finnishTowns: (readonly [Town, number])[] = [
  [town('20100', 'Turku', { centre: true }), 9],
  [town('20500', 'Turku', { centre: true }), 8],
  [town('20700', 'Turku', { centre: true }), 5],
  [town('20320', 'Turku'), 7],
  [town('20540', 'Turku'), 8],
  [town('20610', 'Turku'), 7],
  [town('20810', 'Turku'), 6],
  [town('20780', 'Kaarina'), 14],
  [town('20760', 'Piispanristi'), 6],
  [town('21500', 'Piikkiö'), 6],
  [town('21200', 'Raisio'), 7],
  [town('21100', 'Naantali'), 6],
  [town('21420', 'Lieto'), 8],
  [town('21530', 'Paimio'), 6],
  [town('21250', 'Masku'), 3],
  [town('21290', 'Rusko'), 2],
  [town('24100', 'Salo'), 4],
]

const swedishTowns: (readonly [Town, number])[] = [
  [town('21600', 'Pargas', { swedish: true }), 10],
  [town('25700', 'Kimito', { swedish: true }), 6],
  [town('21660', 'Nagu', { swedish: true }), 3],
  [town('25900', 'Dalsbruk', { swedish: true }), 2],
  [town('20700', 'Åbo', { swedish: true, centre: true }), 5],
  [town('20500', 'Åbo', { swedish: true, centre: true }), 4],
]

const farmingTowns: (readonly [Town, number])[] = [
  [town('21530', 'Paimio'), 5],
  [town('21570', 'Sauvo'), 5],
  [town('21380', 'Aura'), 3],
  [town('21870', 'Riihikoski'), 3],
  [town('21420', 'Lieto'), 4],
  [town('21450', 'Tarvasjoki'), 3],
  [town('23100', 'Mynämäki'), 3],
  [town('21490', 'Marttila'), 3],
  [town('31400', 'Somero'), 2],
  [town('32200', 'Loimaa'), 2],
]

const swedishFarmingTowns: (readonly [Town, number])[] = [
  [town('25700', 'Kimito', { swedish: true }), 3],
  [town('21600', 'Pargas', { swedish: true }), 3],
  [town('25870', 'Dragsfjärd', { swedish: true }), 1],
]

const abroad = {
  SE: [
    town('761 30', 'Norrtälje', { country: 'SE', swedish: true }),
    town('753 20', 'Uppsala', { country: 'SE', swedish: true }),
    town('722 11', 'Västerås', { country: 'SE', swedish: true }),
  ],
  EE: [town('90507', 'Haapsalu', { country: 'EE' }), town('80010', 'Pärnu', { country: 'EE' })],
  GB: [town('NR3 1AA', 'Norwich', { country: 'GB' }), town('LA1 1AA', 'Lancaster', { country: 'GB' })],
}

const streets = {
  finnish: `Koivukuja Mäntytie Kuusitie Pihlajatie Tammikatu Vaahteratie Haapakuja Leppätie Rantatie Kirkkotie Koulukatu
    Puistokatu Kalliokatu Mäkitie Harjukatu Peltotie Niittytie Orvokinpolku Kielotie Mustikkatie Puolukkakuja Käpytie
    Kettukuja Jänistie Oravanpolku Satamakatu Myllykatu Asematie Metsätie Lammenranta`.split(/\s+/),
  swedish: `Björkvägen Tallstigen Granvägen Rönngränd Strandvägen Kyrkvägen Skolgatan Parkgatan Bergsgatan Ängsvägen
    Åkervägen Liljegränd Hamngatan Kvarnvägen Skärgårdsvägen Tegelgatan`.split(/\s+/),
  finnishRoads: `Myllyojantie Kyläntie Laidunpolku Riihipellontie Niittykulmantie Hakamaantie Viljatie Karjapolku
    Savimäentie Kylänraitti Metsäkulmantie Heinämäentie Navettatie Jokivarrentie`.split(/\s+/),
  swedishRoads: 'Kullabackavägen Hagavägen Byvägen Ladugårdsvägen Skogsbackavägen Beteshagsvägen'.split(/\s+/),
  EE: 'Kase Ranna Põllu Metsa Kooli Lille'.split(' ').map((name) => `${name} tn`),
  GB: ['Hawthorn Lane', 'Mill Road', 'Orchard Close', 'Station Road'],
}

const numbered = (random: Random, street: string, centre: boolean) => {
  const number = random.int(1, centre ? 48 : 36)
  if (!centre && !random.chance(0.3)) return `${street} ${number}`
  return `${street} ${number} ${random.pick(['A', 'A', 'B', 'B', 'C', 'D'])} ${random.int(1, 62)}`
}

type Setting = { swedish: boolean; rural: boolean; country?: string }

export const chooseAddress = (random: Random, { swedish, rural, country = 'FI' }: Setting) => {
  const place = chooseTown(random, swedish, rural, country)
  return { address: { ...toPostal(place), street_address: chooseStreet(random, place, rural) }, centre: place.centre }
}

const toPostal = ({ zip_code, city, country }: Town): Omit<Address, 'street_address'> => ({ zip_code, city, country })

const chooseTown = (random: Random, swedish: boolean, rural: boolean, country: string): Town => {
  if (country === 'SE' || country === 'EE' || country === 'GB') return random.pick(abroad[country])
  if (rural) return random.weighted(swedish ? swedishFarmingTowns : farmingTowns)
  return random.weighted(swedish ? swedishTowns : finnishTowns)
}

const chooseStreet = (random: Random, place: Town, rural: boolean) => {
  if (place.country === 'GB') return `${random.int(2, 80)} ${random.pick(streets.GB)}`
  if (place.country === 'EE') return `${random.pick(streets.EE)} ${random.int(1, 40)}`
  if (rural) return `${random.pick(place.swedish ? streets.swedishRoads : streets.finnishRoads)} ${random.int(4, 480)}`
  return numbered(random, random.pick(place.swedish ? streets.swedish : streets.finnish), place.centre)
}

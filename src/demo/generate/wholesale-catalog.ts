import type { CatalogColumn } from '../../domain/wholesale/catalog-columns.ts'
import { createRandom, type Random } from '../random.ts'

/** A row of a catalog file: what is left out is empty. */
export type DemoProduct = Readonly<Partial<Record<CatalogColumn, string>>> & {
  readonly product_number: string
  readonly wholesale_price: string
}

/** An item that the clinic buys from the wholesaler already. */
export type KnownItem = {
  readonly type_code: number
  readonly name: string
  readonly primary_wholesaler_code: string
  readonly wholesale_price: string | null
  readonly barcode: string
  readonly package_description: string
}

export const productsInCatalog = 2_000
/** What the clinic has imported of it, and what it has bought all along without the catalog offering it at first. */
export const importedTerm = 'bandage'
export const offeredLater = 'Elastic bandage 10 cm'

const typeNames: Readonly<Record<number, string>> = { 2: 'Medicine', 3: 'Supply', 4: 'Food' }

type Sort = { readonly name: string; readonly cents: number; readonly fields: DemoFields }
type DemoFields = Omit<DemoProduct, 'product_number' | 'wholesale_price'>

const inEuros = (cents: number) => (cents / 100).toFixed(4)

/** Generic names, their strengths in milligrams, and what a tablet of the weakest costs in cents. */
const substances: readonly (readonly [string, readonly number[], number])[] = [
  ['Acepromazine', [10, 25], 22],
  ['Allopurinol', [100, 300], 9],
  ['Amlodipine', [1, 5], 31],
  ['Amoxicillin', [40, 200, 400], 28],
  ['Apomorphine', [1, 2], 160],
  ['Atenolol', [25, 50], 12],
  ['Benazepril', [5, 20], 44],
  ['Butylscopolamine', [10, 20], 26],
  ['Carbimazole', [10, 15], 62],
  ['Carprofen', [20, 50, 100], 48],
  ['Cefalexin', [75, 300, 600], 39],
  ['Cetirizine', [5, 10], 14],
  ['Chlorambucil', [2], 210],
  ['Ciclosporin', [25, 50, 100], 140],
  ['Cimicoxib', [8, 30, 80], 71],
  ['Clindamycin', [25, 75, 150], 33],
  ['Clomipramine', [5, 20, 80], 58],
  ['Dexamethasone', [1, 2], 18],
  ['Diltiazem', [10, 60], 24],
  ['Doxycycline', [50, 100, 300], 41],
  ['Enalapril', [5, 10, 20], 27],
  ['Enrofloxacin', [15, 50, 150], 55],
  ['Famotidine', [10, 20], 16],
  ['Fenbendazole', [100, 250], 47],
  ['Firocoxib', [57, 227], 92],
  ['Fluoxetine', [8, 16, 32], 36],
  ['Furosemide', [10, 40], 11],
  ['Hydroxyzine', [10, 25], 19],
  ['Imepitoin', [100, 400], 52],
  ['Levothyroxine', [1, 2, 4], 29],
  ['Marbofloxacin', [5, 20, 80], 64],
  ['Maropitant', [16, 24, 60], 180],
  ['Meloxicam', [1, 2], 45],
  ['Methylprednisolone', [4, 16], 38],
  ['Metoclopramide', [10], 13],
  ['Omeprazole', [10, 20], 21],
  ['Phenobarbital', [12, 60], 26],
  ['Pimobendan', [1, 5, 10], 68],
  ['Praziquantel', [50, 150], 88],
  ['Prednisolone', [5, 20], 10],
  ['Propranolol', [10, 40], 12],
  ['Ramipril', [2, 5, 10], 34],
  ['Robenacoxib', [6, 20, 40], 79],
  ['Sildenafil', [20, 50], 46],
  ['Spironolactone', [10, 40, 80], 57],
  ['Telmisartan', [4, 10], 74],
  ['Thiamazole', [2, 5], 37],
  ['Torasemide', [1, 3], 51],
  ['Tramadol', [50], 17],
  ['Ursodeoxycholic acid', [150, 250], 42],
]
const packs = [10, 20, 30, 50, 100]
const controlled = new Set(['Phenobarbital', 'Tramadol'])

const tabletSorts = (): Sort[] =>
  substances.flatMap(([substance, strengths, cents]) =>
    strengths.flatMap((strength, at) =>
      packs.map((count) => ({
        name: `${substance} ${strength} mg, ${count} tablets`,
        cents: Math.round(cents * (1 + at * 0.7) * count * (count > 30 ? 0.88 : 1)),
        fields: {
          product_type: 'Medicine',
          vat: '14.00',
          unit: 'package',
          dosable_units: String(count),
          package_contents: `${count} tablets`,
          active_ingredient: substance,
          administration_route: 'oral',
          strength: `${strength} mg`,
          controlled_substance: controlled.has(substance) ? 'true' : '',
        },
      })),
    ),
  )

/** What the clinic uses up: name, sizes, and what one piece of the first size costs in cents. */
const consumables: readonly (readonly [string, readonly string[], number])[] = [
  ['Cohesive bandage', ['2.5 cm', '5 cm', '7.5 cm', '10 cm'], 110],
  ['Gauze bandage', ['4 cm', '6 cm', '8 cm'], 45],
  ['Plaster bandage', ['7.5 cm', '10 cm', '15 cm'], 190],
  ['Syringe, three-part', ['1 ml', '2 ml', '5 ml', '10 ml', '20 ml', '50 ml'], 9],
  ['Hypodermic needle', ['18 G', '20 G', '21 G', '23 G', '25 G'], 5],
  ['Intravenous cannula', ['18 G', '20 G', '22 G', '24 G'], 95],
  ['Butterfly needle', ['19 G', '21 G', '23 G'], 60],
  ['Feeding tube', ['6 Fr', '8 Fr', '10 Fr'], 240],
  ['Urinary catheter', ['4 Fr', '6 Fr', '8 Fr', '10 Fr'], 310],
  ['Endotracheal tube, cuffed', ['3.0 mm', '4.0 mm', '5.0 mm', '6.0 mm', '8.0 mm', '10.0 mm'], 420],
  ['Absorbable suture with needle', ['5-0', '4-0', '3-0', '2-0', '0'], 390],
  ['Nylon suture with needle', ['5-0', '4-0', '3-0', '2-0'], 280],
  ['Scalpel blade', ['no. 10', 'no. 11', 'no. 15', 'no. 22'], 22],
  ['Surgical gloves, sterile', ['6.5', '7.0', '7.5', '8.0'], 75],
  ['Examination gloves, nitrile', ['S', 'M', 'L', 'XL'], 7],
  ['Surgical drape', ['50 x 50 cm', '75 x 90 cm', '120 x 150 cm'], 130],
  ['Non-woven swab', ['5 x 5 cm', '7.5 x 7.5 cm', '10 x 10 cm'], 4],
  ['Foam wound dressing', ['5 x 5 cm', '10 x 10 cm', '15 x 15 cm'], 260],
  ['Protective collar', ['10 cm', '15 cm', '20 cm', '25 cm', '30 cm'], 230],
  ['Blood collection tube, EDTA', ['0.5 ml', '1 ml', '2 ml'], 18],
  ['Blood collection tube, serum', ['1 ml', '4 ml'], 19],
  ['Infusion line', ['150 cm', '180 cm'], 140],
  ['Sterilisation pouch', ['90 x 230 mm', '135 x 260 mm', '190 x 330 mm'], 8],
]
const lots = [1, 10, 25, 50, 100]

const consumableSorts = (): Sort[] =>
  consumables.flatMap(([name, sizes, cents]) =>
    sizes.flatMap((size, at) =>
      lots.map((count) => ({
        name: `${name} ${size}, ${count === 1 ? 'single' : `${count} pieces`}`,
        cents: Math.max(1, Math.round(cents * (1 + at * 0.2) * count * (count > 10 ? 0.8 : 1))),
        fields: {
          product_type: 'Supply',
          vat: '25.50',
          unit: count === 1 ? 'pc' : 'package',
          dosable_units: String(count),
          package_contents: count === 1 ? '1 piece' : `${count} pieces`,
        },
      })),
    ),
  )

const diets = [
  'Kidney',
  'Urinary',
  'Gastrointestinal',
  'Hydrolysed',
  'Weight control',
  'Joint',
  'Diabetes',
  'Liver',
  'Skin',
  'Dental',
  'Recovery',
  'Senior',
]
const animals = ['dogs', 'small dogs', 'puppies', 'cats', 'kittens']
const flavours = ['chicken', 'fish', 'lamb', 'duck']
const bags: readonly (readonly [string, number])[] = [
  ['400 g', 310],
  ['1.5 kg', 920],
  ['3 kg', 1_690],
  ['8 kg', 3_950],
]

const dietSorts = (): Sort[] =>
  diets.flatMap((diet, dear) =>
    animals.flatMap((animal) =>
      flavours.flatMap((flavour) =>
        bags.map(([weight, cents]) => ({
          name: `${diet} diet for ${animal}, ${flavour}, ${weight}`,
          cents: Math.round(cents * (1 + dear * 0.03)),
          fields: { product_type: 'Food', vat: '14.00', unit: 'package', package_contents: weight },
        })),
      ),
    ),
  )

const ofItem = ({ type_code, name, primary_wholesaler_code, ...item }: KnownItem): DemoProduct => ({
  product_type: typeNames[type_code] ?? 'Supply',
  product_number: primary_wholesaler_code,
  product_name: name,
  wholesale_price: item.wholesale_price ?? '1.0000',
  barcode: item.barcode,
  package_contents: item.package_description,
})

/** About a third has a price that the wholesaler recommends. */
const priced = (random: Random, cents: number) => ({
  wholesale_price: inEuros(cents),
  ...(random.chance(0.35) && { product_price: inEuros(Math.round(cents * (1.3 + random.next() * 0.4))) }),
})

/** The first catalog of the demo wholesaler: what the clinic buys already, and much that it does not. */
export const firstCatalog = (seed: number, known: readonly KnownItem[]): DemoProduct[] => {
  const random = createRandom(seed + 7_001)
  const own = known.filter(({ name }) => name !== offeredLater).map(ofItem)
  const bandages = consumableSorts().filter(({ name }) => name.includes(importedTerm))
  const others = [...tabletSorts(), ...consumableSorts(), ...dietSorts()].filter(
    ({ name }) => !name.includes(importedTerm),
  )
  const chosen = [...bandages, ...random.shuffle(others).slice(0, productsInCatalog - own.length - bandages.length)]
  return [
    ...own,
    ...chosen.map(({ name, cents, fields }, at) => ({
      ...fields,
      product_number: `DV-${String(10_000 + at)}`,
      product_name: name,
      ...priced(random, cents),
    })),
  ]
}

const scaled = (price: string, percent: number) => inEuros(Math.max(1, Math.round(Number(price) * percent)))

/** The next catalog: some prices have changed, some products are gone, some are new, and one is priced in another currency. */
export const newerCatalog = (
  seed: number,
  first: readonly DemoProduct[],
  known: readonly KnownItem[],
): DemoProduct[] => {
  const random = createRandom(seed + 7_002)
  const kept = first.flatMap((product, at): DemoProduct[] => {
    if (random.chance(0.02)) return []
    if (random.chance(0.12))
      return [{ ...product, wholesale_price: scaled(product.wholesale_price, random.int(102, 112)) }]
    if (random.chance(0.06))
      return [{ ...product, wholesale_price: scaled(product.wholesale_price, random.int(88, 98)) }]
    if (at % 40 === 39) return [{ ...product, package_contents: `${product.package_contents}, resealable`.trim() }]
    return [product]
  })
  const fresh = [0.5, 2, 4].flatMap((weight) =>
    ['turkey', 'insect protein', 'venison'].map((flavour, at) => ({
      product_type: 'Food',
      product_number: `DV-${20_000 + Math.round(weight * 10) + at}`,
      product_name: `Sensitive diet for dogs, ${flavour}, ${weight} kg`,
      wholesale_price: inEuros(Math.round(weight * 720)),
      currency: flavour === 'venison' ? 'SEK' : 'EUR',
      package_contents: `${weight} kg`,
    })),
  )
  return [...kept, ...known.filter(({ name }) => name === offeredLater).map(ofItem), ...fresh]
}

import { analyses, foods, medicines, panels, procedures, supplies } from '../data/item-names.ts'
import { toDate } from './days.ts'
import type { DemoAccountNumber, DemoItems, DemoItem, DemoPricing, DemoVatGroup } from './model.ts'
import { cityBranch, equineAndFarmPractice } from './organisation.ts'
import type { Random } from '../random.ts'

const account = (number: string, description: string): DemoAccountNumber => ({ number, description })

const accounts = [
  account('3000', 'Sales of procedures'),
  account('3100', 'Sales of medicines'),
  account('3200', 'Sales of supplies'),
  account('3300', 'Sales of food'),
  account('3400', 'Sales of laboratory analyses'),
  account('3050', 'Sales of farm visits'),
  account('2931', 'VAT payable, general rate'),
  account('2932', 'VAT payable, reduced rate'),
  account('2939', 'Sales without VAT'),
]
const [forProcedures, forMedicines, forSupplies, forFoods, forAnalyses, forFarmVisits] = [0, 1, 2, 3, 4, 5]

/** The rates of Finland. */
const vatGroups: readonly DemoVatGroup[] = [
  { title: 'General rate 25.5 %', percentage: '25.50', account_number: 6 },
  { title: 'Reduced rate 13.5 %', percentage: '13.50', account_number: 7 },
  { title: 'No VAT', percentage: '0.00', account_number: 8 },
]
const [general, reduced] = [0, 1]

const lists = [
  ...Object.keys(procedures),
  ...Object.keys(medicines),
  'Shop',
  'Diets',
  'Laboratory analyses',
  'Laboratory panels',
]

const plain = {
  code: '',
  barcode: '',
  wholesale_price: null,
  unit: '',
  package_description: '',
  dosage_units: '1',
  instructions: '',
  controlled_substance: false,
  antibiotic: null,
  batch_number_required: false,
  primary_wholesaler_code: '',
  alert_level: null,
  discontinued: false,
}

/** From the range for in-store use, so that it is no manufacturer's. */
const chooseBarcode = (random: Random) => {
  const digits = `2${random.digits(11)}`
  const sum = [...digits].reduce((total, digit, place) => total + Number(digit) * (place % 2 === 0 ? 1 : 3), 0)
  return `${digits}${(10 - (sum % 10)) % 10}`
}

/** A share of an amount, in whole cents. */
const shareOf = (amount: string, percent: number) => {
  const cents = String(Math.round((Number(amount.replace('.', '')) * percent) / 100)).padStart(3, '0')
  return `${cents.slice(0, -2)}.${cents.slice(-2)}`
}

const purchaseOf = (random: Random, amount: string, percent: number) => ({
  wholesale_price: shareOf(amount, percent),
  primary_wholesaler_code: random.digits(6),
  alert_level: String(random.int(1, 12)),
})

type Uncoded = Omit<DemoItem, 'code'>

const makeProcedures = (): Uncoded[] =>
  Object.entries(procedures).flatMap(([list, entries]) =>
    entries.map(([name, price]) => ({
      ...plain,
      type_code: 1 as const,
      name,
      price,
      unit: 'pc',
      vat_group: general,
      account_number: name === 'Farm visit' ? forFarmVisits : forProcedures,
      item_list: lists.indexOf(list),
    })),
  )

const makeMedicines = (random: Random): Uncoded[] =>
  Object.entries(medicines).flatMap(([list, entries]) =>
    entries.map(({ name, price, pack, units, antibiotic = null, controlled = false, instructions = '' }) => ({
      ...plain,
      ...purchaseOf(random, price, random.int(58, 72)),
      type_code: 2 as const,
      name,
      price,
      unit: 'package',
      package_description: pack,
      dosage_units: units,
      instructions,
      controlled_substance: controlled,
      antibiotic,
      batch_number_required: controlled || antibiotic !== null || pack.endsWith('doses'),
      vat_group: reduced,
      account_number: forMedicines,
      item_list: lists.indexOf(list),
    })),
  )

const makeGoods = (
  random: Random,
  goods: readonly (readonly [name: string, shelf: string, pack: string])[],
  fixed: Pick<DemoItem, 'type_code' | 'vat_group' | 'account_number' | 'item_list'>,
): Uncoded[] =>
  goods.map(([name, price_with_vat, package_description]) => ({
    ...plain,
    ...purchaseOf(random, price_with_vat, random.int(42, 56)),
    ...fixed,
    name,
    price_with_vat,
    unit: 'pc',
    package_description,
    barcode: chooseBarcode(random),
  }))

const makeAnalyses = (type_code: 5 | 6, entries: readonly (readonly [string, string])[], list: string): Uncoded[] =>
  entries.map(([name, price]) => ({
    ...plain,
    type_code,
    name,
    price,
    unit: 'pc',
    vat_group: general,
    account_number: forAnalyses,
    item_list: lists.indexOf(list),
  }))

const letters: Readonly<Record<DemoItem['type_code'], string>> = { 1: 'P', 2: 'M', 3: 'S', 4: 'F', 5: 'L', 6: 'LP' }

/** Codes count within each type. */
const coded = (items: readonly Uncoded[]): DemoItem[] =>
  items.map((item, at) => {
    const before = items.slice(0, at).filter(({ type_code }) => type_code === item.type_code).length
    return { ...item, code: `${letters[item.type_code]}${100 + before + 1}` }
  })

const makePricings = (items: readonly DemoItem[], day: number): DemoPricing[] => {
  const pricing = (name: string, label: string, fields: Partial<DemoPricing>): DemoPricing => ({
    item: items.findIndex((item) => item.name === name),
    name: label,
    department: null,
    customer_type: null,
    price: null,
    percentage_change: null,
    valid_from: null,
    valid_until: null,
    ...fields,
  })
  const charities = ['Castration, cat', 'Spay, cat', 'Castration, dog', 'Spay, dog', 'Microchipping']
  const campaign = { valid_from: toDate(day - 14), valid_until: toDate(day + 46) }
  return [
    ...charities.map((name) => pricing(name, 'Shelters and charities', { customer_type: 3, percentage_change: '-30' })),
    pricing('Clinical examination', 'City Branch', { department: cityBranch, price: '58.00' }),
    pricing('Clinical examination', 'City Branch, companies', {
      department: cityBranch,
      customer_type: 1,
      percentage_change: '-5',
    }),
    pricing('Emergency examination', 'Equine emergencies', { department: equineAndFarmPractice, price: '168.00' }),
    pricing('Farm visit', 'Contract farms', { department: equineAndFarmPractice, customer_type: 1, price: '49.00' }),
    pricing('Dental scaling and polishing, dog', 'Dental health campaign', { ...campaign, percentage_change: '-15' }),
    pricing('Dental scaling and polishing, cat', 'Dental health campaign', { ...campaign, percentage_change: '-15' }),
    pricing('Vaccination visit', 'Last spring', {
      price: '36.00',
      valid_from: toDate(day - 420),
      valid_until: toDate(day - 365),
    }),
  ]
}

/** What the clinic does and sells, and what it costs. */
export const makeItems = (random: Random, day: number): DemoItems => {
  const shop = {
    type_code: 3,
    vat_group: general,
    account_number: forSupplies,
    item_list: lists.indexOf('Shop'),
  } as const
  const diets = {
    type_code: 4,
    vat_group: reduced,
    account_number: forFoods,
    item_list: lists.indexOf('Diets'),
  } as const
  const items = coded([
    ...makeProcedures(),
    ...makeMedicines(random),
    ...makeGoods(random, supplies, shop),
    ...makeGoods(random, foods, diets),
    ...makeAnalyses(5, analyses, 'Laboratory analyses'),
    ...makeAnalyses(6, panels, 'Laboratory panels'),
  ]).map((item) => ({ ...item, discontinued: item.name === 'Cat carrier' }))
  return {
    account_numbers: structuredClone(accounts),
    vat_groups: structuredClone([...vatGroups]),
    item_lists: [...lists],
    items,
    alternative_pricings: makePricings(items, day),
  }
}

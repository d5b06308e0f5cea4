import { ItemType } from '@fetlock/sdk'
import type { Item } from '../../../api/records.ts'
import type { Field, Option } from '../../../shared/edit/fields.ts'
import { settingsText } from '../../../text/en-settings.ts'
import { type ItemChoices, optionsOf } from './use-item-choices.ts'

const field = (name: string, kind: Field['kind'] = 'text', more: Partial<Field> = {}): Field => ({
  name,
  label: settingsText.items.labels[name] ?? name,
  kind,
  ...more,
})
const orNone = (options: readonly Option[]): readonly Option[] => [['', settingsText.items.noChoice], ...options]
export const kindOptions = (): readonly Option[] => Object.entries(settingsText.items.kinds)

const stocked: readonly number[] = [ItemType.Medicine, ItemType.Supply, ItemType.Food]

/** The fields of an item by what they are about; those that its kind cannot have are absent. */
export const itemGroups = ({ type_code }: Pick<Item, 'type_code'>, { groups, vats, accounts }: ItemChoices) => ({
  prices: [
    field('price_with_vat', 'decimal', { isNeeded: true }),
    field('vat_group', 'choice', { options: optionsOf(vats) }),
    field('wholesale_price', 'decimal', { isNull: true }),
  ],
  about: [
    field('name', 'text', { isNeeded: true }),
    field('print_name'),
    field('type_code', 'choice', { isNumber: true, options: kindOptions() }),
    field('item_list', 'choice', { isNull: true, options: orNone(optionsOf(groups)) }),
    field('code'),
    field('barcode'),
    field('unit'),
  ],
  accounts: [
    field('account_number', 'choice', { isNull: true, options: orNone(optionsOf(accounts)) }),
    field('reporting_dimension_1'),
    field('reporting_dimension_2'),
  ],
  stock: stocked.includes(type_code)
    ? [
        field('package_description'),
        field('dosage_units', 'decimal'),
        field('alert_level', 'decimal', { isNull: true }),
        field('batch_number_required', 'tick', { isQuiet: true }),
        field('primary_wholesaler_code'),
        field('discontinued', 'tick', { isQuiet: true }),
      ]
    : [],
  medicine:
    type_code === ItemType.Medicine
      ? [
          field('substances', 'words'),
          field('controlled_substance', 'tick', { isQuiet: true }),
          field('is_vaccine', 'tick', { isQuiet: true }),
          field('recall_interval_days', 'number', { isNull: true }),
        ]
      : [],
  texts: type_code === ItemType.Medicine ? [field('instructions', 'area')] : [],
})

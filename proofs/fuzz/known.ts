/** Records that are there from the start, under ids that no sequence reaches. */
export const known = {
  client: 900_001,
  'field of a client': 900_002,
  'field of a patient': 900_003,
  vatgroup: 900_004,
  item: 900_005,
  medicine: 900_006,
  procedure: 900_007,
  food: 900_008,
  patient: 900_009,
  department: 900_010,
  office: 900_011,
  'group without VAT': 900_012,
  'opening balance': 900_013,
  wholesaler: 900_014,
  reason: 900_015,
  'default item': 900_016,
} as const

/** Whether it has to stay as it is, because much depends on it. */
export const isKnown = (id: number) => (Object.values(known) as number[]).includes(id)

import { describe, expect, it } from 'vitest'
import { emptyMedicine, medicinesOf, renamed } from './medicines.ts'

const [row] = medicinesOf([
  {
    id: 7,
    type_code: 2,
    name: 'Amoxicillin 100 mg',
    instructions: '1 tablet twice a day',
    warning_reason: 'No other choice',
  },
])
const filled = row!

describe('a medicine that is to be prescribed', () => {
  it('is filled in from its row', () => {
    expect(filled).toMatchObject({ strength: '100 mg', instructions: '1 tablet twice a day' })
  })

  it('loses under another name what was about the one before', () => {
    expect(renamed(filled, 'Melo')).toMatchObject({
      name: 'Melo',
      strength: '',
      instructions: '',
      warning_reason: '',
      quantity_packages: '1',
    })
    // Also what somebody had changed of it.
    expect(renamed({ ...filled, instructions: '2 tablets' }, 'Melo').instructions).toBe('')
    expect(renamed(renamed(filled, 'Melo'), 'Meloxicam 1.5 mg/ml').strength).toBe('1.5 mg/ml')
  })

  it('keeps what is typed after the name', () => {
    const typed = { ...renamed(filled, 'Melox'), strength: '0.5 mg/ml', instructions: 'Once a day' }
    expect(renamed(typed, 'Meloxicam')).toMatchObject({ strength: '0.5 mg/ml', instructions: 'Once a day' })
    const own = { ...emptyMedicine(-1), name: 'Meloxicm', strength: '0.5 mg/ml', instructions: 'Once a day' }
    expect(renamed(own, 'Meloxicam')).toMatchObject({ strength: '0.5 mg/ml', instructions: 'Once a day' })
  })

  it('has everything again once its name is as it was', () => {
    expect(renamed(renamed(filled, 'Amoxicillin 100 m'), filled.name)).toEqual(filled)
  })
})

import type { Random } from '../random.ts'

// With a valid format and check digit, from series that are not issued.

const weightedSum = (digits: string, weights: readonly number[]) =>
  weights.reduce((sum, weight, place) => sum + weight * Number(digits[place]), 0)

const finnishBusinessId = (random: Random): string => {
  const digits = `90${random.digits(5)}`
  const rest = weightedSum(digits, [7, 9, 10, 5, 8, 4, 2]) % 11
  if (rest === 1) return finnishBusinessId(random)
  return `${digits}-${rest === 0 ? 0 : 11 - rest}`
}

const swedishOrganisationNumber = (random: Random) => {
  const digits = `5599${random.digits(5)}`
  const sum = [...digits].reduce((total, digit, place) => {
    const doubled = Number(digit) * (place % 2 === 0 ? 2 : 1)
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return `${digits.slice(0, 6)}-${digits.slice(6)}${(10 - (sum % 10)) % 10}`
}

const estonianVatNumber = (random: Random) => {
  const digits = `19${random.digits(6)}`
  return `EE${digits}${(10 - (weightedSum(digits, [3, 7, 1, 3, 7, 1, 3, 7]) % 10)) % 10}`
}

export const chooseCompanyNumbers = (random: Random, country: string) => {
  if (country === 'SE') {
    const number = swedishOrganisationNumber(random)
    return { register_number: number, vat_number: `SE${number.replace('-', '')}01` }
  }
  if (country === 'EE') return { register_number: `19${random.digits(6)}`, vat_number: estonianVatNumber(random) }
  const number = finnishBusinessId(random)
  return { register_number: number, vat_number: `FI${number.replace('-', '')}` }
}

export const chooseAssociationNumber = (random: Random, country: string) =>
  country === 'GB' ? `99${random.digits(5)}` : `${random.int(970, 999)}.${random.digits(3)}`

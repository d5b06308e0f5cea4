import type { DemoPhoneNumber } from './model.ts'
import type { Random } from '../random.ts'

// Sweden reserves these ranges for fiction. Finland and Estonia reserve none, so theirs come from series that are
// valid and, as far as we know, not assigned to subscribers.
const chooseDigits = (random: Random, country: string, mobile: boolean): string[] => {
  if (country === 'SE') {
    if (mobile) return ['70', '174', '06', String(random.int(5, 99)).padStart(2, '0')]
    return ['8', '465', '004', random.digits(2)]
  }
  if (country === 'EE') {
    return mobile ? ['5900', `0${random.digits(3)}`] : ['477', `0${random.digits(3)}`]
  }
  if (!mobile) return ['2', `1${random.digits(2)}`, random.digits(4)]
  return [random.pick(['47', '48']), random.digits(3), random.digits(4)]
}

const callingCode: Record<string, string> = { FI: '358', SE: '46', EE: '372' }

const typeNumber = (random: Random, country: string, digits: string[], abroad: boolean) => {
  const international = `+${callingCode[country]}`
  if (abroad || random.chance(0.22)) {
    return random.pick([
      [international, ...digits].join(' '),
      [international, ...digits].join(''),
      `${international} ${digits.join('')}`,
      `${international.replace('+', '00')} ${digits.join(' ')}`,
    ])
  }
  if (country === 'EE') return random.pick([digits.join(' '), digits.join('')])
  const [area = '', ...rest] = digits
  return random.pick([
    `0${area} ${rest.join(' ')}`,
    `0${area} ${rest.join(' ')}`,
    `0${area}${rest.join('')}`,
    `0${area}-${rest.join('')}`,
    `0${area}-${rest.join(' ')}`,
    `0${area} ${rest.join('')}`,
    ...(area.length === 1 ? [`(0${area}) ${rest.join(' ')}`] : []),
  ])
}

type Line = { country: string; clientCountry: string; mobile: boolean; description: string }

/** A number that is not in `taken`, and adds it there. */
export const choosePhoneNumber = (random: Random, taken: Set<string>, line: Line): DemoPhoneNumber => {
  const digits = chooseDigits(random, line.country, line.mobile)
  const number = `${line.country}${digits.join('')}`
  if (taken.has(number)) return choosePhoneNumber(random, taken, line)
  taken.add(number)
  return {
    phone_number: typeNumber(random, line.country, digits, line.country !== line.clientCountry),
    type_code: line.mobile ? 1 : 0,
    description: line.description,
  }
}

/** A decimal of the API, which has three decimals at most, in thousandths: exact, however large. */
export const thousandthsOf = (decimal: string): bigint => {
  const [whole = '0', part = ''] = decimal.replace('-', '').split('.')
  const size = BigInt(whole + part.padEnd(3, '0').slice(0, 3))
  return decimal.startsWith('-') ? -size : size
}

const decimalOf = (thousandths: bigint): string => {
  const digits = String(thousandths < 0n ? -thousandths : thousandths).padStart(4, '0')
  return `${thousandths < 0n ? '-' : ''}${digits.slice(0, -3)}.${digits.slice(-3)}`
}

/** Half away from zero, as the service rounds. */
const dividedBy = (value: bigint, by: bigint) => {
  const size = value < 0n ? -value : value
  const rounded = (2n * size + by) / (2n * by)
  return value < 0n ? -rounded : rounded
}

export const sumOf = (decimals: readonly string[]): string =>
  decimalOf(decimals.reduce((sum, decimal) => sum + thousandthsOf(decimal), 0n))

export const differenceOf = (one: string, other: string): string => decimalOf(thousandthsOf(one) - thousandthsOf(other))

export const compare = (one: string, other: string): number => Number(thousandthsOf(one) - thousandthsOf(other))

/** What is counted in dosage units, in packages of so many. */
export const inPackages = (units: string, perPackage: string): string =>
  decimalOf(dividedBy(thousandthsOf(units) * 1000n, thousandthsOf(perPackage)))

/** The other way round. */
export const inUnits = (packages: string, perPackage: string): string =>
  decimalOf(dividedBy(thousandthsOf(packages) * thousandthsOf(perPackage), 1000n))

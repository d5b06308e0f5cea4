export type BreedProfile = {
  /** Code of the breeds codelist. */
  code: string
  /** Weight of an ordinary adult. */
  kg: number
  /** How common it is among the others of the species. */
  share: number
  colors: readonly string[]
}

export const breed = (code: string, kg: number, share: number, colors: readonly string[]): BreedProfile => ({
  code,
  kg,
  share,
  colors,
})

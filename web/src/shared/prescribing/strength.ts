/** The strength that is part of a medicine's name, such as “40 mg/ml”. */
export const strengthIn = (name: string) =>
  /\d+(?:[.,]\d+)?\s?(?:mg|g|µg|mcg|ml|IU|%)(?:\/(?:\d+\s?)?\w+)?/i.exec(name)?.[0] ?? ''

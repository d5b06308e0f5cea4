import { describe, expect, it } from 'vitest'
import { namedEnum } from '../kernel/enums.ts'
import { withNamedEnums } from './enums.ts'

const colours = { type: 'string', ...namedEnum(['red', 'blue'], ['red', 'blue']), description: 'Which it has.' }
const sizes = { type: 'integer', ...namedEnum([1, 2], ['Small', 'Large']), 'x-labels': { 1: 'Small', 2: 'Large' } }
const orders = { type: 'string', ...namedEnum(['id', '-id', 'name', '-name'], ['id', '-id', 'name', '-name']) }
const document = {
  paths: {
    '/thing/': {
      get: {
        parameters: [
          { name: 'size__in', schema: { type: 'string', 'x-items': sizes } },
          { name: 'ordering', schema: orders },
        ],
      },
    },
  },
  components: {
    parameters: { colour__is: { name: 'colour__is', schema: colours } },
    schemas: {
      Thing: {
        properties: {
          colour: colours,
          kind: { type: 'string', ...namedEnum(['thing'], ['thing']) },
          parts: { type: 'array', items: { properties: { size: { anyOf: [sizes, { type: 'null' }] } } } },
        },
      },
    },
  },
}
const names = { Colour: 'Thing.colour', Size: 'GET /thing/?size__in' }
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })

describe('withNamedEnums', () => {
  it('writes each set once, and refers to it', () => {
    const { paths, components } = withNamedEnums(document, names)
    expect(components.schemas.Thing.properties).toEqual({
      colour: { ...ref('Colour'), description: 'Which it has.' },
      kind: { type: 'string', const: 'thing' },
      parts: { type: 'array', items: { properties: { size: { anyOf: [ref('Size'), { type: 'null' }] } } } },
    })
    expect(paths['/thing/'].get.parameters.map(({ schema }) => schema)).toEqual([
      { type: 'string', 'x-items': ref('Size') },
      ref('OrderByName'),
    ])
    expect(components.parameters.colour__is.schema).toMatchObject(ref('Colour'))
    expect(components.schemas).toMatchObject({
      Colour: { type: 'string', enum: ['red', 'blue'], 'x-enum-varnames': ['Red', 'Blue'] },
      Size: { description: 'A closed set of values: 1 (Small), 2 (Large).', 'x-labels': { 1: 'Small' } },
    })
  })

  it.each([
    ['a set without a name', { Colour: 'Thing.colour' }, 'Name the enum of Thing.parts.size, GET /thing/?size__in'],
    ['a set with two names', { ...names, Paint: 'Thing.colour' }, 'has several names: Colour, Paint'],
    ['a name without a set', { ...names, Shape: 'Thing.shape' }, 'names places without an enum: Shape'],
    ['a name that a schema has', { Size: names.Size, Thing: 'Thing.colour' }, 'Schemas have the names of enums: Thing'],
  ])('refuses %s', (_what, wrong, message) => expect(() => withNamedEnums(document, wrong)).toThrow(message))
})

import { createPlimsoll } from 'plimsoll'
import { boundModel } from 'plimsoll/ai-sdk'
import { describe, expect, test } from 'vitest'
import { delegateModel } from '../../../src/hosts/delegate-model.ts'
import { plimsollOf } from './watch-run.ts'

class ProviderModel {
  readonly specificationVersion = 'v4'
  readonly provider = 'scripted'
  readonly settings = { region: 'north' }
  temperature = 0
  readonly #id: string

  constructor(id: string) {
    this.#id = id
  }

  get modelId(): string {
    return this.#id
  }

  get supportedUrls(): Promise<Record<string, RegExp[]>> {
    return Promise.resolve({ 'image/*': [new RegExp(this.#id)] })
  }

  describeSelf(): string {
    return `model ${this.#id}`
  }

  async doGenerate(_options: never): Promise<{ text: string }> {
    return { text: this.#id }
  }

  async doStream(_options: never): Promise<{ stream: ReadableStream }> {
    return { stream: new ReadableStream() }
  }
}

describe('a bounded model', () => {
  const model = new ProviderModel('seven')
  const bound = boundModel(model, plimsollOf())

  test('is of the class of the model and has its properties, getters and promises', async () => {
    expect(bound).toBeInstanceOf(ProviderModel)
    expect(bound).not.toBe(model)
    expect(bound.specificationVersion).toBe('v4')
    expect(bound.provider).toBe('scripted')
    expect(bound.modelId).toBe('seven')
    expect(bound.settings).toBe(model.settings)
    expect(await bound.supportedUrls).toEqual({ 'image/*': [/seven/] })
    expect(Object.keys(bound)).toEqual(Object.keys(model))
    expect('modelId' in bound).toBe(true)
    expect('missing' in bound).toBe(false)
  })

  test('runs further methods on the model, private fields included', () => {
    expect(bound.describeSelf()).toBe('model seven')
    expect(bound.describeSelf).toBe(bound.describeSelf)
    expect(bound.constructor).not.toBe(undefined)
    expect(new (bound.constructor as typeof ProviderModel)('eight').modelId).toBe('eight') // its class
  })

  test('writes further properties through to the model, and keeps its own', () => {
    bound.temperature = 1
    expect(model.temperature).toBe(1)
    expect(() => Object.assign(bound, { doGenerate: null })).toThrow(TypeError)
  })

  test('leaves the model as it is', () => {
    expect(Symbol.for('plimsoll.bound') in model).toBe(false)
    expect(model.doGenerate).toBe(ProviderModel.prototype.doGenerate)
  })

  test('can be made of a frozen model', async () => {
    const frozen = Object.freeze({
      provider: 'scripted',
      modelId: 'ice',
      doGenerate: async () => ({ text: 'ice' }),
      doStream: async () => ({ stream: new ReadableStream() }),
    })
    const boundIce = boundModel(frozen, createPlimsoll())
    expect(boundIce.modelId).toBe('ice')
    expect(boundIce.doGenerate).not.toBe(frozen.doGenerate)
    expect(Object.keys(boundIce)).toEqual(Object.keys(frozen))
  })
})

test('a spread delegate keeps what stands in for the model', () => {
  const delegate = delegateModel({ name: 'model', size: 1 }, new Map([['name', 'stand-in']]))
  expect({ ...delegate }).toEqual({ name: 'stand-in', size: 1 })
})

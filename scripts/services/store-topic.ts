import { createHash, createHmac } from 'node:crypto'
import { PutBucketNotificationConfigurationCommand, S3Client } from '@aws-sdk/client-s3'
import type { Settings } from './settings.ts'

type StoreAccess = Pick<Settings, 'FETLOCK_S3_ENDPOINT' | 'FETLOCK_S3_ACCESS_KEY' | 'FETLOCK_S3_SECRET_KEY'>

const region = 'us-east-1'
const digest = (text: string) => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

/** A request to the gateway's interface for topics, signed as AWS Signature Version 4 says. */
const callTopics = async (access: StoreAccess, parameters: Readonly<Record<string, string>>): Promise<string> => {
  const { host } = new URL(access.FETLOCK_S3_ENDPOINT)
  const body = new URLSearchParams(parameters).toString()
  const moment = new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '')
  const day = moment.slice(0, 8)
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    host,
    'x-amz-content-sha256': digest(body),
    'x-amz-date': moment,
  }
  const signed = Object.keys(headers).join(';')
  const lines = Object.entries(headers).map(([name, value]) => `${name}:${value}\n`)
  const request = ['POST', '/', '', lines.join(''), signed, digest(body)].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const key = ['s3', 'aws4_request'].reduce<Buffer>(
    hmac,
    hmac(hmac(`AWS4${access.FETLOCK_S3_SECRET_KEY}`, day), region),
  )
  const signature = hmac(key, ['AWS4-HMAC-SHA256', moment, scope, digest(request)].join('\n')).toString('hex')
  const { host: _sentByFetch, ...sent } = headers
  const response = await fetch(access.FETLOCK_S3_ENDPOINT, {
    method: 'POST',
    headers: {
      ...sent,
      authorization: `AWS4-HMAC-SHA256 Credential=${access.FETLOCK_S3_ACCESS_KEY}/${scope}, SignedHeaders=${signed}, Signature=${signature}`,
    },
    body,
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`The object store answered ${response.status} to ${parameters['Action']}: ${text}`)
  return text
}

/** Lets the store post to an address whenever a file of the bucket has been written. Repeating it changes nothing. */
export const notifyOfUploads = async (
  access: StoreAccess,
  { bucket, topic, address }: { readonly bucket: string; readonly topic: string; readonly address: string },
) => {
  const answer = await callTopics(access, {
    Action: 'CreateTopic',
    Version: '2010-03-31',
    Name: topic,
    'Attributes.entry.1.key': 'push-endpoint',
    'Attributes.entry.1.value': address,
  })
  const [, TopicArn] = /<TopicArn>(.*?)<\/TopicArn>/.exec(answer) ?? []
  const s3 = new S3Client({
    endpoint: access.FETLOCK_S3_ENDPOINT,
    region,
    forcePathStyle: true,
    credentials: { accessKeyId: access.FETLOCK_S3_ACCESS_KEY, secretAccessKey: access.FETLOCK_S3_SECRET_KEY },
  })
  const uploads = { Id: topic, TopicArn, Events: ['s3:ObjectCreated:Post' as const] }
  await s3.send(
    new PutBucketNotificationConfigurationCommand({
      Bucket: bucket,
      NotificationConfiguration: { TopicConfigurations: [uploads] },
    }),
  )
  s3.destroy()
}

export const removeTopic = (access: StoreAccess, topic: string) =>
  callTopics(access, { Action: 'DeleteTopic', Version: '2010-03-31', TopicArn: `arn:aws:sns:default::${topic}` })

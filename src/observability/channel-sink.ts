import { channel } from 'node:diagnostics_channel'
import type { Report } from './events.ts'

/** The channel that `channelSink()` publishes on where no other is named. */
export const eventChannelName = 'plimsoll:events'

/**
 * Makes a sink that publishes events on a channel of `node:diagnostics_channel`. Nothing is published by a run that was
 * not given the sink. A subscriber that throws is Node's affair: it ends the process, as for every channel.
 *
 * @example
 * subscribe('plimsoll:events', (event) => log(event))
 * const run = plimsoll.openRun({ report: channelSink() })
 */
export function channelSink(name: string = eventChannelName): Report {
  const published = channel(name)
  return (event) => {
    if (published.hasSubscribers) published.publish(event)
  }
}

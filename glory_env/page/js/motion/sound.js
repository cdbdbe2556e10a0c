// Short sounds, made here: no files. Off until a person switches them on.

import { store } from "../store.js";

let audio = null;

// Noise or a tone that fades, at a time from now.
function burst({ at = 0, length, volume, tone = null, low = 1200 }) {
  const start = audio.currentTime + at;
  const gain = new GainNode(audio, { gain: volume });
  gain.gain.setValueAtTime(volume, start);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
  gain.connect(audio.destination);
  if (tone) {
    const source = new OscillatorNode(audio, { type: "triangle", frequency: tone });
    source.frequency.exponentialRampToValueAtTime(tone / 2, start + length);
    source.connect(gain);
    source.start(start);
    source.stop(start + length);
    return;
  }
  const buffer = new AudioBuffer({ length: Math.ceil(length * audio.sampleRate), sampleRate: audio.sampleRate });
  buffer.getChannelData(0).forEach((_, k, data) => { data[k] = 2 * Math.random() - 1; });
  const filter = new BiquadFilterNode(audio, { type: "lowpass", frequency: low });
  filter.connect(gain);
  const source = new AudioBufferSourceNode(audio, { buffer });
  source.connect(filter);
  source.start(start);
}

const SOUNDS = {
  glide: [{ length: 0.25, volume: 0.05, low: 500 }],
  dice: [0, 0.09, 0.16, 0.27, 0.33].map((at) => ({ at, length: 0.05, volume: 0.12, low: 2600 })),
  loss: [{ length: 0.5, volume: 0.12, tone: 220 }],
};

export function sound(name) {
  if (!store.settings.sound) return;
  audio ??= new AudioContext();
  if (audio.state === "suspended") audio.resume();
  SOUNDS[name].forEach(burst);
}

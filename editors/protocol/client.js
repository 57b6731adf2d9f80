// A client of the language server that remembers every message.

import { spawn } from 'node:child_process';
import { StreamMessageReader, StreamMessageWriter } from 'vscode-jsonrpc/node';

const timeLimit = 120_000; // milliseconds for an answer, also on a machine that is very busy

export class Client {
  /** All messages in their order, each as {from: 'client' or 'server', message}. */
  messages = [];
  /** The diagnostics of each URI that the server has published last. */
  published = new Map();

  #last = 0;
  #calls = new Map(); // by ID: the functions that settle a call
  #waiting = new Set(); // functions to call after each message of the server

  constructor(program, args, folder) {
    this.process = spawn(program, args, { cwd: folder, stdio: ['pipe', 'pipe', 'pipe'] });
    this.complaints = '';
    this.process.stderr.on('data', (text) => { this.complaints += text; });
    this.ended = new Promise((resolve) => { this.process.on('exit', resolve); });
    this.writer = new StreamMessageWriter(this.process.stdin);
    new StreamMessageReader(this.process.stdout).listen((message) => this.#receive(message));
    /** Answers requests of the server. */
    this.answer = (method, params) => defaultAnswer(method, params);
  }

  #send(message) {
    const whole = { jsonrpc: '2.0', ...message };
    this.messages.push({ from: 'client', message: whole });
    return this.writer.write(whole);
  }

  #receive(message) {
    this.messages.push({ from: 'server', message });
    if (message.method === 'textDocument/publishDiagnostics') {
      this.published.set(message.params.uri, message.params);
    }
    if (message.method === undefined) {
      this.#calls.get(message.id)?.(message);
      this.#calls.delete(message.id);
    } else if (message.id !== undefined) {
      this.#send({ id: message.id, result: this.answer(message.method, message.params) });
    }
    for (const look of this.#waiting) look();
  }

  /** Sends a request. The result is the whole response, which may be an error. */
  try(method, params) {
    const id = ++this.#last;
    const answered = new Promise((resolve) => { this.#calls.set(id, resolve); });
    this.#send(params === undefined ? { id, method } : { id, method, params });
    return within(answered, `an answer to ${method}`);
  }

  /** Sends a request and returns its result. */
  async call(method, params) {
    const response = await this.try(method, params);
    if (response.error) throw new Error(`${method}: ${response.error.message}`);
    return response.result;
  }

  /** Sends a request and cancels it at once. */
  cancelled(method, params) {
    const answer = this.try(method, params);
    this.notify('$/cancelRequest', { id: this.#last });
    return answer;
  }

  notify(method, params) {
    return this.#send(params === undefined ? { method } : { method, params });
  }

  /** Closes a document. What has been published about it is forgotten. */
  close(uri) {
    this.published.delete(uri);
    return this.notify('textDocument/didClose', { textDocument: { uri } });
  }

  /** Waits until the server has published diagnostics for a version of a document. */
  async diagnostics(uri, version) {
    const isThere = () => this.published.get(uri)?.version === version;
    let look;
    try {
      await within(new Promise((resolve) => {
        look = () => { if (isThere()) resolve(); };
        this.#waiting.add(look);
        look();
      }), `diagnostics of ${uri}`);
    } finally {
      this.#waiting.delete(look);
    }
    return this.published.get(uri).diagnostics;
  }

  /** Ends the server as the protocol requires, and returns its exit status. */
  async end() {
    await this.call('shutdown');
    this.notify('exit');
    return within(this.ended, 'the end of the server');
  }
}

function defaultAnswer(method, params) {
  switch (method) {
    case 'workspace/configuration': return params.items.map(() => null);
    case 'workspace/applyEdit': return { applied: true };
    case 'window/showDocument': return { success: true };
  }
  return null;
}

async function within(promise, what) {
  let timer;
  const late = new Promise((_, reject) => { timer = setTimeout(() => reject(new Error(`there is no ${what}`)), timeLimit); });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * What the page knows of the graph.
 *
 * A *reference* names one thing in it. Most are ids of the drawing: `b12` is a binding, `k4` a
 * collection, `m12-0` a key that nothing binds, `p2` a plugin (`p0` is the application), `x0` a plugin
 * that was rejected. `f2` is a finding.
 */
class Graph {
  #things = new Map();
  #outgoing;
  #incoming;
  #troubles = new Map();
  #previous;

  constructor(data) {
    Object.assign(this, data);
    for (const node of this.nodes) this.#things.set(node.id, node);
    for (const contributor of this.contributors) this.#things.set(contributor.id, contributor);
    this.findings.forEach((finding, place) => this.#things.set(`f${place}`, finding));
    this.members = this.contributors.map(() => []);
    for (const node of this.nodes) {
      if (node.kind !== "rejected") this.members[node.by ?? 0]?.push(node.id);
    }
    const ends = (from, to) => {
      const edges = new Map(this.nodes.map((node) => [node.id, []]));
      for (const edge of this.edges) {
        const { id } = this.nodes[edge[from]];
        edges.get(id).push({ ...edge, other: this.nodes[edge[to]].id });
      }
      return edges;
    };
    this.#outgoing = ends("from", "to");
    this.#incoming = ends("to", "from");
    this.findings.forEach((finding, place) => this.#settle(finding, place));
    this.texts = new Map([...this.#things].map(([reference, thing]) => [reference,
      [this.name(reference), this.owner(reference)?.name, thing.location, this.scopeOf(thing), thing.kind]
        .filter(Boolean).join("\n").toLowerCase()]));
  }

  /** Notes a finding with all that it is about, and with the plugins of these. */
  #settle(finding, place) {
    const places = new Set(finding.places ?? []);
    for (const reference of [...places]) {
      const owner = this.owner(reference);
      if (owner) places.add(owner.id);
    }
    for (const reference of places) {
      if (!this.#troubles.has(reference)) this.#troubles.set(reference, []);
      this.#troubles.get(reference).push(place);
    }
  }

  /** Whether the graph has something of that name. */
  has(reference) {
    return this.#things.has(reference);
  }

  /** The node, the contributor or the finding itself. */
  thing(reference) {
    return this.#things.get(reference);
  }

  /** What people call it. */
  name(reference) {
    const thing = this.thing(reference);
    return thing.name ?? thing.message;
  }

  /** The same where it stands beside others: contributions to a collection all have its name. */
  fullName(reference) {
    const { kind, label } = this.thing(reference);
    const name = this.name(reference);
    if (kind === "collection") return `collection of ${name}`;
    return kind === "contribution" && label !== name ? `${name} · ${label}` : name;
  }

  /** Whether it is a plugin, one that was rejected, or the application. */
  isContributor(reference) {
    return reference !== undefined && /^[px]/.test(reference);
  }

  /** The contributor of a node. */
  owner(reference) {
    const by = this.thing(reference)?.by;
    return by === undefined ? undefined : this.contributors[by];
  }

  /** The place of something in the list of contributors, from which its colour comes. */
  colourOf(reference) {
    return this.isContributor(reference)
      ? this.contributors.findIndex((contributor) => contributor.id === reference)
      : this.thing(reference).by;
  }

  /** What is of a contributor. */
  membersOf(reference) {
    return this.members[this.colourOf(reference)] ?? [];
  }

  /** How many bindings are of a contributor: what is missing stands in its list, too. */
  sizeOf(reference) {
    return this.membersOf(reference).filter((member) => this.thing(member).kind !== "missing").length;
  }

  /** Where a finding leads; nothing where it is about the whole. */
  placeOf(finding) {
    return finding.places?.find((reference) => this.has(reference));
  }

  /** The places of the findings about something. */
  findingsOf(reference) {
    return this.#troubles.get(reference) ?? [];
  }

  /** The gravest severity among the findings about something. */
  severityOf(reference) {
    return gravest(this.findingsOf(reference).map((place) => this.findings[place]));
  }

  /** The name of the scope that a binding's value is shared in. */
  scopeOf(thing) {
    return thing.scope === undefined ? undefined : this.scopes[thing.scope];
  }

  /** What answers a request of a binding. */
  answers(reference, request) {
    return this.#outgoing.get(reference)
      .filter((edge) => edge.request === request).map((edge) => edge.other);
  }

  /** What something leads to by arrows of one of the forms. */
  leadsTo(reference, ...forms) {
    return this.#outgoing.get(reference)
      .filter((edge) => forms.includes(edge.form)).map((edge) => edge.other);
  }

  /** What asks for something or contains it. */
  dependents(reference) {
    const dependents = this.#incoming.get(reference).filter(isDependency).map((edge) => edge.other);
    return [...new Set(dependents)];
  }

  /** What stands in the place of something. */
  overridesOf(reference) {
    return this.#incoming.get(reference)
      .filter((edge) => edge.form === "replaces").map((edge) => edge.other);
  }

  /** A shortest path from the root to something, with both ends; empty where there is none. */
  path(reference) {
    this.#previous ??= this.#searchedFromRoot();
    const path = [];
    let next = this.#previous.has(reference) ? reference : undefined;
    while (next !== undefined) {
      path.push(next);
      next = this.#previous.get(next);
    }
    return path.reverse();
  }

  /** For all that the root leads to, what stands before it (a search in breadth). */
  #searchedFromRoot() {
    const queue = this.roots.map((place) => this.nodes[place].id);
    const previous = new Map(queue.map((root) => [root, undefined]));
    for (let position = 0; position < queue.length; position += 1) {
      for (const edge of this.#outgoing.get(queue[position]).filter(isDependency)) {
        if (previous.has(edge.other)) continue;
        previous.set(edge.other, queue[position]);
        queue.push(edge.other);
      }
    }
    return previous;
  }

  /** The contributors that one needs, or with `dependents` those that need it. */
  partners(reference, way = "answers") {
    const place = this.colourOf(reference);
    const edges = way === "answers" ? this.#outgoing : this.#incoming;
    const partners = new Set();
    const seen = new Set();
    const rest = [...this.membersOf(reference)].filter((member) => this.thing(member).by === place);
    while (rest.length > 0) {
      for (const edge of edges.get(rest.pop()).filter(isDependency)) {
        const other = this.thing(edge.other);
        if (other.kind === "collection" && !seen.has(edge.other)) {
          // Beyond a collection stands who really gives or asks.
          seen.add(edge.other);
          rest.push(edge.other);
        } else if (other.kind !== "collection" && other.by !== undefined && other.by !== place) {
          partners.add(this.contributors[other.by].id);
        }
      }
    }
    return [...partners];
  }

  /** What has all words of a text in its name, its place, its scope or its plugin's name. */
  search(text) {
    const words = text.toLowerCase().split(/\s+/).filter(Boolean);
    if (words.length === 0) return [];
    const rank = (reference) => (this.name(reference).toLowerCase().includes(words[0]) ? 0 : 1);
    const isFound = (reference) => {
      const own = this.isContributor(reference)
        ? this.name(reference).toLowerCase() : this.texts.get(reference);
      return words.every((word) => own.includes(word));
    };
    const contributors = this.contributors.map((contributor) => contributor.id);
    const nodes = this.nodes.filter((node) => node.kind !== "rejected").map((node) => node.id);
    return [...contributors.filter(isFound),
      ...nodes.filter(isFound).sort((left, right) => rank(left) - rank(right))];
  }
}

/** Whether an arrow leads to what is needed, and not to what is replaced or lost. */
function isDependency(edge) {
  return edge.form !== "replaces" && edge.form !== "lost";
}

/** The gravest severity of some findings. */
function gravest(findings) {
  const severities = new Set(findings.map((finding) => finding.severity));
  return ["error", "warning", "note"].find((severity) => severities.has(severity));
}

/** What a node is, in words. */
const kindNames = {
  single: "binding",
  contribution: "contribution to a collection",
  collection: "collection",
  optional: "may have no value",
  seed: "given to build",
  subcomponent: "makes an inner component",
  missing: "bound by nothing",
  application: "application",
  plugin: "plugin",
  rejected: "rejected plugin",
};

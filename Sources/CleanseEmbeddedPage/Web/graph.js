/**
 * The graph, from the data of the page.
 *
 * A *reference* identifies one element of it. Most are ids of the drawing: `b12` is a binding, `k4` a
 * collection, `m12-0` a key without a binding, `p2` a plugin (`p0` is the application), `x0` a rejected
 * plugin. `f2` is a finding.
 */
class Graph {
  #things = new Map();
  #outgoing;
  #incoming;
  #findings = new Map();
  #previous;
  #longest;

  constructor(data) {
    Object.assign(this, data);
    for (const node of this.nodes) this.#things.set(node.id, node);
    for (const contributor of this.contributors) this.#things.set(contributor.id, contributor);
    this.findings.forEach((finding, index) => this.#things.set(`f${index}`, finding));
    const longest = (things) => things.reduce((most, { milliseconds = 0 }) => Math.max(most, milliseconds), 0);
    this.#longest = { contributor: longest(this.contributors), node: longest(this.nodes) };
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
    this.findings.forEach((finding, index) => this.#assign(finding, index));
    this.texts = new Map([...this.#things].map(([reference, thing]) => [reference,
      [this.name(reference), thing.label, this.owner(reference)?.name, thing.location,
        this.scopeOf(thing), thing.kind]
        .filter(Boolean).join("\n").toLowerCase()]));
  }

  /** Assigns a finding to each element that it is about, and to the plugins of these. */
  #assign(finding, index) {
    const subjects = new Set(finding.places ?? []);
    for (const reference of [...subjects]) {
      const owner = this.owner(reference);
      if (owner) subjects.add(owner.id);
    }
    for (const reference of subjects) {
      if (!this.#findings.has(reference)) this.#findings.set(reference, []);
      this.#findings.get(reference).push(index);
    }
  }

  /** Whether the graph has an element with this reference. */
  has(reference) {
    return this.#things.has(reference);
  }

  /** The node, the contributor or the finding. */
  thing(reference) {
    return this.#things.get(reference);
  }

  /** The whole name: the key of a binding, the identifier of a plugin, the message of a finding. */
  name(reference) {
    const thing = this.thing(reference);
    return thing.name ?? thing.message;
  }

  /** The name as a heading. A contribution has its label, as its key is that of the whole collection. */
  heading(reference) {
    const { kind, label } = this.thing(reference);
    return kind === "contribution" ? label : this.name(reference);
  }

  /** The name in a list, where a collection is marked as one. */
  displayName(reference) {
    const heading = this.heading(reference);
    return this.thing(reference).kind === "collection" ? `collection of ${heading}` : heading;
  }

  /** The name in the details and the list of bindings, where a plugin has its short label. */
  shortName(reference) {
    return this.isContributor(reference) ? this.thing(reference).label : this.displayName(reference);
  }

  /** The lines of a tooltip: the whole name, the plugin, the location and the time. */
  tooltip(reference) {
    const { kind, location, milliseconds } = this.thing(reference);
    return [this.displayName(reference), kind === "contribution" && `contributes to ${this.name(reference)}`,
      this.owner(reference)?.name, location, milliseconds !== undefined && `${milliseconds} ms`]
      .filter(Boolean).join("\n");
  }

  /** The contributor that has an identifier. */
  contributorNamed(identifier) {
    return this.contributors.find((contributor) => contributor.name === identifier);
  }

  /** Whether it is the application, a plugin or a rejected plugin. */
  isContributor(reference) {
    return reference !== undefined && /^[px]/.test(reference);
  }

  /** The contributor that provides a node. */
  owner(reference) {
    const by = this.thing(reference)?.by;
    return by === undefined ? undefined : this.contributors[by];
  }

  /** The index in the list of contributors, which determines the colour. */
  colourOf(reference) {
    return this.isContributor(reference)
      ? this.contributors.findIndex((contributor) => contributor.id === reference)
      : this.thing(reference).by;
  }

  /** The nodes of a contributor. */
  membersOf(reference) {
    return this.members[this.colourOf(reference)] ?? [];
  }

  /** The number of bindings of a contributor, whose members include missing keys. */
  sizeOf(reference) {
    return this.membersOf(reference).filter((member) => this.thing(member).kind !== "missing").length;
  }

  /** The element that a finding links to; undefined for a finding about the whole graph. */
  subjectOf(finding) {
    return finding.places?.find((reference) => this.has(reference));
  }

  /** The indices of the findings about an element. */
  findingsOf(reference) {
    return this.#findings.get(reference) ?? [];
  }

  /** The highest severity of the findings about an element. */
  severityOf(reference) {
    return highest(this.findingsOf(reference).map((index) => this.findings[index]));
  }

  /** The share of an element in the longest time of its kind, from 0 to 1; undefined without a time. */
  heat(reference) {
    const { milliseconds } = this.thing(reference);
    if (milliseconds === undefined) return undefined;
    const longest = this.#longest[this.isContributor(reference) ? "contributor" : "node"];
    return longest > 0 ? milliseconds / longest : 0;
  }

  /** The services that a service starts after. */
  startsAfter(reference) {
    return (this.thing(reference).startsAfter ?? []).map((index) => this.nodes[index].id);
  }

  /** The name of the scope of a binding. */
  scopeOf(thing) {
    return thing.scope === undefined ? undefined : this.scopes[thing.scope];
  }

  /** The dependencies that satisfy a request of a binding. */
  dependencies(reference, request) {
    return this.#outgoing.get(reference)
      .filter((edge) => edge.request === request).map((edge) => edge.other);
  }

  /** The targets of the arrows of the forms from a node. */
  leadsTo(reference, ...forms) {
    return this.#outgoing.get(reference)
      .filter((edge) => forms.includes(edge.form)).map((edge) => edge.other);
  }

  /** The nodes that depend on a node or contain it. */
  dependents(reference) {
    const dependents = this.#incoming.get(reference).filter(isDependency).map((edge) => edge.other);
    return [...new Set(dependents)];
  }

  /** The bindings that replace a node. */
  overridesOf(reference) {
    return this.#incoming.get(reference)
      .filter((edge) => edge.form === "replaces").map((edge) => edge.other);
  }

  /** A shortest path from the root to a node, including both; empty where there is none. */
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

  /** For each node that the root reaches, the previous node on a shortest path (breadth-first search). */
  #searchedFromRoot() {
    const queue = this.roots.map((index) => this.nodes[index].id);
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

  /** The contributors that a contributor depends on, or with `dependents` those that depend on it. */
  partners(reference, direction = "dependencies") {
    const index = this.colourOf(reference);
    const edges = direction === "dependencies" ? this.#outgoing : this.#incoming;
    const partners = new Set();
    const seen = new Set();
    const rest = [...this.membersOf(reference)].filter((member) => this.thing(member).by === index);
    while (rest.length > 0) {
      for (const edge of edges.get(rest.pop()).filter(isDependency)) {
        const other = this.thing(edge.other);
        if (other.kind === "collection" && !seen.has(edge.other)) {
          // The other side of a collection is the actual dependency or dependent.
          seen.add(edge.other);
          rest.push(edge.other);
        } else if (other.kind !== "collection" && other.by !== undefined && other.by !== index) {
          partners.add(this.contributors[other.by].id);
        }
      }
    }
    return [...partners];
  }

  /** The elements that have all words of a text in their name, location, scope or plugin. */
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

/** Whether an arrow is a dependency, rather than a replacement or a rejected provider. */
function isDependency(edge) {
  return edge.form !== "replaces" && edge.form !== "lost";
}

/** The highest severity of some findings. */
function highest(findings) {
  const severities = new Set(findings.map((finding) => finding.severity));
  return ["error", "warning", "note"].find((severity) => severities.has(severity));
}

/** The names of the kinds. */
const kindNames = {
  single: "binding",
  decorator: "decorator",
  contribution: "contribution to a collection",
  collection: "collection",
  optional: "optional without a value",
  seed: "seed",
  subcomponent: "subcomponent factory",
  missing: "missing binding",
  application: "application",
  plugin: "plugin",
  rejected: "rejected plugin",
};

# METADATA
# description: What rules share, findings, severities and questions about the deployment.
package plimsoll.lib

# finding answers at a path of an entity or of a problem. The keys of extra are
# listed in ARCHITECTURE.md.
finding(entity, path, msg, extra) := object.union({"at": array.concat([entity._ref], path), "msg": msg}, extra)

# related is a second place of a finding.
related(entity, path, msg) := {"at": array.concat([entity._ref], path), "msg": msg}

# set is a fix that writes a value where the finding points.
set(key, value) := {"fix": {"text": sprintf("%s=%v", [key, value]), "value": sprintf("%v", [value])}}

# written reports whether the files write the key; a default is not written.
written(entity, key) if entity.written[key]

# kafka_at_least holds when the deployment's version is known and not older;
# versions are major * 100 + minor.
kafka_at_least(version) if data.spec.kafka.version >= version

# kafka_before holds when the deployment's version is known and older.
kafka_before(version) if data.spec.kafka.version < version

# isr holds unless the platform is known to have no in-sync replicas; absent counts.
isr if not data.spec.kafka.isr == false

# problem is the finding about a fact of the text itself: what is wrong in the
# fact's own words, and what to write instead where it says so.
problem(fact, msg) := object.union_n([{"at": [fact._ref], "msg": msg}, problem_level(fact), problem_fix(fact)])

problem_level(fact) := {"level": fact.level} if fact.level

problem_level(fact) := {} if not fact.level

problem_fix(fact) := {"fix": {"text": fact.hint}} if fact.hint

problem_fix(fact) := {} if not fact.hint

# environment is the entity's: the deployment's, or what its own file says.
environment(entity) := entity.environment

# production holds unless the entity is known to be for development.
development(entity) if entity.environment == "development"

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.apache.kafka.common.config.ConfigDef;

/**
 * Prints every key that Apache Kafka's own ConfigDefs define, one per line, tab separated, for the version on the class path:
 *
 *   key      role  name  type  default  validator  scope  flags
 *   synonym  topicKey  position  brokerKey  factor
 *
 * default is "-" (required), "~" (null) or "=" and the value. scope is the brokers' update mode. flags holds "i" for keys that
 * ConfigDef calls internal, and "d" for those whose constant is @Deprecated or whose documentation begins by saying so, "u" and "n" of
 * listFlags. Run: java -cp CLASSPATH Keys.java. Classes that a version does not have are skipped.
 */
public class Keys {
  /** Role and the classes that define it. Before 3.5 topic keys and, before 3.9, broker keys are in Scala objects (name ends in $). */
  static final String[][] ROLES = {
    {"topic", "org.apache.kafka.storage.internals.log.LogConfig", "kafka.log.LogConfig$"},
    {"broker", "kafka.server.KafkaConfig$", "org.apache.kafka.server.config.AbstractKafkaConfig",
      "kafka.server.DynamicConfig$Broker$", "org.apache.kafka.server.config.DynamicConfig$Broker"},
    {"producer", "org.apache.kafka.clients.producer.ProducerConfig"},
    {"consumer", "org.apache.kafka.clients.consumer.ConsumerConfig"},
    {"admin", "org.apache.kafka.clients.admin.AdminClientConfig"},
    {"streams", "org.apache.kafka.streams.StreamsConfig"},
    {"group", "org.apache.kafka.coordinator.group.GroupConfig"},
    {"connect-worker", "org.apache.kafka.connect.runtime.distributed.DistributedConfig", "org.apache.kafka.connect.runtime.standalone.StandaloneConfig"},
    {"connect-source", "org.apache.kafka.connect.runtime.SourceConnectorConfig", "org.apache.kafka.connect.runtime.ConnectorConfig"},
    {"connect-sink", "org.apache.kafka.connect.runtime.SinkConnectorConfig", "org.apache.kafka.connect.runtime.ConnectorConfig"},
    {"mirror-maker", "org.apache.kafka.connect.mirror.MirrorMakerConfig", "org.apache.kafka.connect.mirror.MirrorConnectorConfig",
      "org.apache.kafka.connect.mirror.MirrorSourceConfig", "org.apache.kafka.connect.mirror.MirrorCheckpointConfig",
      "org.apache.kafka.connect.mirror.MirrorHeartbeatConfig", "org.apache.kafka.connect.mirror.MirrorClientConfig"},
  };

  public static void main(String[] args) throws Exception {
    Map<String, String> scopes = updateModes();
    for (String[] role : ROLES) {
      Map<String, ConfigDef.ConfigKey> keys = new TreeMap<>();
      for (int i = 1; i < role.length; i++)
        for (Map.Entry<String, ConfigDef.ConfigKey> e : keysOf(role[i]).entrySet()) keys.putIfAbsent(e.getKey(), e.getValue());
      Set<String> deprecated = deprecatedConstants(role);
      if (keys.isEmpty()) System.err.println("no keys of role " + role[0]);
      for (ConfigDef.ConfigKey k : keys.values())
        System.out.println(String.join("\t", "key", role[0], k.name, k.type.toString().toLowerCase(), defaultOf(k),
            k.validator == null ? "" : clean(k.validator.toString()), role[0].equals("broker") ? scopes.getOrDefault(k.name, "") : "",
            (k.internalConfig ? "i" : "") + (deprecated.contains(k.name) || SAYS_DEPRECATED.matcher(k.documentation).find() ? "d" : "") + listFlags(k)));
    }
    synonyms();
  }

  /** What a list's validator says of repeated values ("u": refused) and of an empty list ("n": refused), since KIP-1161. */
  static String listFlags(ConfigDef.ConfigKey k) {
    if (k.type != ConfigDef.Type.LIST || k.validator == null) return "";
    List<?> given = k.defaultValue instanceof List ? (List<?>) k.defaultValue : List.of();
    Object one = given.isEmpty() ? "a" : given.get(0);
    if (!accepts(k, List.of(one))) return "";
    return (accepts(k, List.of(one, one)) ? "" : "u") + (accepts(k, List.of()) ? "" : "n");
  }

  static boolean accepts(ConfigDef.ConfigKey k, Object value) {
    try {
      k.validator.ensureValid(k.name, value);
      return true;
    } catch (RuntimeException e) {
      return false;
    }
  }

  static final Pattern SAYS_DEPRECATED = Pattern.compile("(?i)^\\W*(this config\\w* (is|has been) )?deprecated");

  /** Values of which a role's classes (and those that hold their names) have only @Deprecated constants: a misspelt constant's twin lives on. */
  static Set<String> deprecatedConstants(String[] role) throws ReflectiveOperationException {
    List<String> classes = new ArrayList<>(Arrays.asList(role).subList(1, role.length));
    if (role[0].equals("topic")) classes.add("org.apache.kafka.common.config.TopicConfig");
    if (role[0].equals("broker")) classes.add("org.apache.kafka.server.config.ServerLogConfigs");
    Set<String> out = new HashSet<>();
    Set<String> live = new HashSet<>();
    for (String name : classes)
      try {
        for (Class<?> c = Class.forName(name); c != null; c = c.getSuperclass())
          for (Field f : c.getDeclaredFields())
            if (f.getType() == String.class && Modifier.isStatic(f.getModifiers())) {
              f.setAccessible(true);
              (f.isAnnotationPresent(Deprecated.class) ? out : live).add((String) f.get(null));
            }
      } catch (ClassNotFoundException e) {
        // another version's class
      }
    out.removeAll(live);
    return out;
  }

  static String clean(String s) {
    return s.replace("\t", " ").replace("\r", " ").replace("\n", " ");
  }

  static String defaultOf(ConfigDef.ConfigKey k) {
    if (k.defaultValue == ConfigDef.NO_DEFAULT_VALUE) return "-";
    if (k.defaultValue == null) return "~";
    return "=" + clean(ConfigDef.convertToString(k.defaultValue, k.type));
  }

  /** A class's keys: configDefCopy() (LogConfig's other static definitions are the brokers' log.* keys), else every ConfigDef it and its parents hold. */
  static Map<String, ConfigDef.ConfigKey> keysOf(String name) {
    Map<String, ConfigDef.ConfigKey> keys = new TreeMap<>();
    try {
      Class<?> c = Class.forName(name);
      Object module = name.endsWith("$") ? c.getField("MODULE$").get(null) : null;
      for (String accessor : new String[] {"configDefCopy", "configDef", "config"})
        try {
          Method m = c.getDeclaredMethod(accessor);
          m.setAccessible(true);
          if (module == null && !Modifier.isStatic(m.getModifiers())) continue;
          return ((ConfigDef) m.invoke(module)).configKeys();
        } catch (NoSuchMethodException e) {
          // the next accessor
        }
      // Connect's distributed worker since 3.4: config(Crypto), because the defaults depend on what the JVM can do.
      for (Method m : c.getDeclaredMethods())
        if (m.getName().equals("config") && m.getParameterCount() == 1 && m.getParameterTypes()[0].getName().endsWith(".Crypto")) {
          m.setAccessible(true);
          return ((ConfigDef) m.invoke(null, m.getParameterTypes()[0].getField("SYSTEM").get(null))).configKeys();
        }
      for (Class<?> k = c; k != null; k = k.getSuperclass())
        for (Field f : k.getDeclaredFields()) {
          boolean isStatic = Modifier.isStatic(f.getModifiers());
          if (!ConfigDef.class.isAssignableFrom(f.getType()) || !(isStatic || module != null)) continue;
          f.setAccessible(true);
          ConfigDef def = (ConfigDef) f.get(isStatic ? null : module);
          if (def != null) for (ConfigDef.ConfigKey key : def.configKeys().values()) keys.putIfAbsent(key.name, key);
        }
    } catch (ClassNotFoundException e) {
      // another version's class
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(name, e);
    }
    return keys;
  }

  /** The brokers' update modes (read-only, per-broker, cluster-wide), which the documentation prints too. */
  @SuppressWarnings("unchecked")
  static Map<String, String> updateModes() throws Exception {
    for (String name : new String[] {"kafka.server.DynamicBrokerConfig$", "org.apache.kafka.server.config.DynamicBrokerConfig", "org.apache.kafka.server.DynamicBrokerConfig"})
      try {
        Class<?> c = Class.forName(name);
        Object module = name.endsWith("$") ? c.getField("MODULE$").get(null) : null;
        for (Method m : c.getDeclaredMethods())
          if (m.getName().equals("dynamicConfigUpdateModes") && (module != null || Modifier.isStatic(m.getModifiers()))) {
            m.setAccessible(true);
            return (Map<String, String>) m.invoke(module);
          }
      } catch (ClassNotFoundException e) {
        // another version's class
      }
    System.err.println("no update modes");
    return Map.of();
  }

  /** The brokers' keys that give a topic key its default, first one wins; factor is what converts one of its units. */
  @SuppressWarnings("unchecked")
  static void synonyms() throws Exception {
    Map<String, List<Object>> all = null;
    for (String name : new String[] {"org.apache.kafka.server.config.ServerTopicConfigSynonyms", "kafka.log.LogConfig$"})
      try {
        Class<?> c = Class.forName(name);
        Field f = c.getDeclaredField("ALL_TOPIC_CONFIG_SYNONYMS");
        f.setAccessible(true);
        if (all == null) all = (Map<String, List<Object>>) f.get(null);
      } catch (ClassNotFoundException | NoSuchFieldException e) {
        // before 3.5
      }
    if (all == null) return;
    for (Map.Entry<String, List<Object>> e : new TreeMap<>(all).entrySet())
      for (int i = 0; i < e.getValue().size(); i++) {
        Object s = e.getValue().get(i);
        String broker = (String) s.getClass().getMethod("name").invoke(s);
        Function<String, String> convert = (Function<String, String>) s.getClass().getMethod("converter").invoke(s);
        String one = convert.apply("1");
        System.out.println(String.join("\t", "synonym", e.getKey(), Integer.toString(i), broker, one));
      }
  }
}

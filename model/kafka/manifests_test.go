package kafka

import (
	"fmt"
	"strings"
	"testing"
)

func TestManifest(t *testing.T) {
	for _, c := range []struct{ file, text, want string }{
		{"go.mod", "module x\nrequire (\n\tgithub.com/IBM/sarama v1.43.0\n\tgithub.com/twmb/franz-go v1.22.3 // indirect\n\tgithub.com/twmb/franz-go/pkg/kadm v1.20.0\n)\nrequire github.com/segmentio/kafka-go v0.4.47\n",
			"sarama 1.43, franz-go 1.22.3, kafka-go 0.4.47"},
		{"go.mod", "require github.com/confluentinc/confluent-kafka-go/v2 v2.10.1\n", "librdkafka 2.10.1"},
		{"package.json", `{"dependencies":{"kafkajs":"2.2.4","node-rdkafka":"3.6.1"},"devDependencies":{"@confluentinc/kafka-javascript":"1.3.2"}}`,
			"kafkajs 2.2.4, librdkafka 2.12, librdkafka 2.10.1"},
		{"package.json", `{"dependencies":{"kafkajs":"^2.2.4"}}`, "kafkajs"},
		{"package.json", `{"dependencies":`, ""},
		{"package-lock.json", `{"packages":{"":{"version":"1.0.0"},"node_modules/kafkajs":{"version":"2.2.4"}}}`, "kafkajs 2.2.4"},
		{"requirements.txt", "# comment\nconfluent_kafka[avro]==2.3.0 ; python_version > '3'\naiokafka>=0.8\nkafka-python\n-r other.txt\n",
			"librdkafka 2.3, aiokafka, kafka-python"},
		{"requirements-dev.txt", "aiokafka == 0.10.0\n", "aiokafka 0.10"},
		{"pyproject.toml", "[project]\ndependencies = [\n  \"aiokafka==0.11.0\",\n  'confluent-kafka>=2',\n]\n", "aiokafka 0.11, librdkafka"},
		{"pyproject.toml", "[tool.poetry.dependencies]\npython = \"^3.11\"\nkafka-python = \"2.0.2\"\nconfluent-kafka = {version = \"2.5.0\", extras = [\"avro\"]}\naiokafka = \"^0.10\"\n",
			"kafka-python 2.0.2, librdkafka 2.5, aiokafka"},
		{"Pipfile", "[packages]\nconfluent-kafka = \"==2.4.0\"\n", "librdkafka 2.4"},
		{"poetry.lock", "[[package]]\nname = \"kafka-python\"\nversion = \"2.0.2\"\n", "kafka-python 2.0.2"},
		{"Cargo.toml", "[dependencies]\nrdkafka = { version = \"0.36\", features = [\"ssl\"] }\n", "librdkafka"},
		{"Cargo.lock", "[[package]]\nname = \"rdkafka-sys\"\nversion = \"4.8.0+2.3.0\"\nsource = \"x\"\n", "librdkafka 2.3"},
		{"App.csproj", `<Project><ItemGroup><PackageReference Include="Confluent.Kafka" Version="2.3.0" /></ItemGroup></Project>`, "librdkafka 2.3"},
		{"App.csproj", "<PackageReference Include=\"Confluent.Kafka\">\n<Version>2.*</Version></PackageReference>", "librdkafka"},
		{"pom.xml", mavenPOM("", "", dependency("org.apache.kafka", "kafka-clients", "3.7.0")), "java 3.7"},
		{"pom.xml", mavenPOM("", "<properties><k>3.9.1</k></properties>", dependency("org.apache.kafka", "kafka-streams", "${k}")), "java 3.9.1 streams 3.9.1"},
		{"pom.xml", mavenPOM("", "", dependency("org.apache.kafka", "kafka-clients", "${nowhere}")), "java"},
		{"pom.xml", mavenPOM(bootParent("3.2.1"), "", dependency("org.springframework.kafka", "spring-kafka", "")), "java 3.6.2 spring-kafka 3.1.10"},
		{"pom.xml", mavenPOM(bootParent("3.2.1"), "<properties><kafka.version>3.7.0</kafka.version></properties>", dependency("org.springframework.kafka", "spring-kafka", "")),
			"java 3.7 spring-kafka 3.1.10"},
		{"pom.xml", mavenPOM(bootParent("4.0.7"), "", dependency("org.springframework.boot", "spring-boot-starter-kafka", "")), "java 4.1.2 spring-kafka 4.0.6"},
		{"pom.xml", mavenPOM(bootParent("2.0.0.RELEASE"), "", dependency("org.springframework.kafka", "spring-kafka", "")), "java spring-kafka"},
		{"pom.xml", mavenPOM("", "", dependency("org.springframework.cloud", "spring-cloud-stream-binder-kafka", "4.3.0")), "java spring-cloud-stream 4.3"},
		{"pom.xml", mavenPOM("", "<dependencyManagement><dependencies>"+dependency("io.quarkus.platform", "quarkus-bom", "3.33.2")+"</dependencies></dependencyManagement>",
			dependency("io.quarkus", "quarkus-messaging-kafka", "")), "java 4.1.2 smallrye 4.33"},
		{"pom.xml", mavenPOM("", "<dependencyManagement><dependencies>"+dependency("org.springframework.cloud", "spring-cloud-dependencies", "2025.1.1")+"</dependencies></dependencyManagement>",
			dependency("org.springframework.cloud", "spring-cloud-starter-stream-kafka", "")), "java spring-cloud-stream 5.0.1"},
		{"pom.xml", "<project><dependencies>", ""},
		{"build.gradle", "plugins { id 'org.springframework.boot' version '3.4.1' }\ndependencies { implementation 'org.springframework.kafka:spring-kafka' }", "java 3.8.1 spring-kafka 3.3.11"},
		{"build.gradle.kts", "val kafkaVersion = \"3.9.1\"\nimplementation(\"org.apache.kafka:kafka-clients:$kafkaVersion\")\n// implementation(\"org.apache.kafka:kafka-streams:1.0.0\")\n", "java 3.9.1"},
		{"build.gradle", "implementation \"org.apache.kafka:kafka-clients:${unknown}\"", "java"},
		{"other.txt", "kafkajs", ""},
	} {
		var got []string
		for _, d := range Manifest("a/b/"+c.file, []byte(c.text)) {
			got = append(got, strings.Join(strings.Fields(fmt.Sprint(d.Library, " ", d.Version, " ", d.Framework, " ", d.FrameworkVersion)), " "))
		}
		if s := strings.Join(got, ", "); s != c.want {
			t.Errorf("%s\n%s\n= %s\nwant %s", c.file, c.text, s, c.want)
		}
	}
}

func mavenPOM(parent, more, dependencies string) string {
	return "<project xmlns=\"http://maven.apache.org/POM/4.0.0\">" + parent + more + "<dependencies>" + dependencies + "</dependencies></project>"
}

func bootParent(version string) string {
	return "<parent><groupId>org.springframework.boot</groupId><artifactId>spring-boot-starter-parent</artifactId><version>" + version + "</version></parent>"
}

func dependency(group, artifact, version string) string {
	return "<dependency><groupId>" + group + "</groupId><artifactId>" + artifact + "</artifactId><version>" + version + "</version></dependency>"
}

func FuzzManifest(f *testing.F) {
	for _, name := range []string{"go.mod", "package.json", "pyproject.toml", "pom.xml", "build.gradle", "a.csproj", "Cargo.lock", "requirements.txt"} {
		f.Add(name, []byte("<project><properties><a>${a}</a></properties></project>"))
	}
	f.Fuzz(func(t *testing.T, name string, data []byte) {
		for _, d := range Manifest(name, data) {
			if d.Library == "" {
				t.Errorf("%v has no library", d)
			}
		}
	})
}

import { goals } from '#bench/support/goals.ts'

/** An application in a language, of which each commit changes one file. */
export interface LanguageProject {
  name: string
  /** Type of the application. */
  type: string
  /** Folder of `examples/`; without one, `files` are all that it has. */
  example?: string
  files?: Record<string, string>
  /** The file that changes: what stands there is replaced by a text, which the answer of `/` contains then. */
  page: string
  replaced: string
  budget: number
  /** Whether its packages come from a server for gems that the benchmark opens. */
  needsGems?: true
}

const { quick, compiled } = goals.push.language

/** Spring Boot without a database, which would be another reference. */
const spring: Record<string, string> = {
  'pom.xml': `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <parent>
    <groupId>org.springframework.boot</groupId>
    <artifactId>spring-boot-starter-parent</artifactId>
    <version>4.1.1</version>
    <relativePath/>
  </parent>
  <groupId>com.example</groupId>
  <artifactId>hello</artifactId>
  <version>1.0</version>
  <properties><java.version>21</java.version></properties>
  <dependencies>
    <dependency>
      <groupId>org.springframework.boot</groupId>
      <artifactId>spring-boot-starter-webmvc</artifactId>
    </dependency>
  </dependencies>
  <build><plugins><plugin>
    <groupId>org.springframework.boot</groupId>
    <artifactId>spring-boot-maven-plugin</artifactId>
  </plugin></plugins></build>
</project>
`,
  '.gitignore': 'target/\n',
  'src/main/java/hello/Hello.java': `package hello;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

@SpringBootApplication
@RestController
public class Hello {
    @GetMapping("/")
    String greet() {
        return "Hello from Spring";
    }

    public static void main(String[] arguments) {
        SpringApplication.run(Hello.class, arguments);
    }
}
`,
}

export const projects: readonly LanguageProject[] = [
  {
    name: 'Python',
    type: 'python',
    example: 'python',
    page: 'app.py',
    replaced: 'Hello from Flask',
    budget: quick,
  },
  {
    name: 'Go',
    type: 'go',
    example: 'go',
    page: 'main.go',
    replaced: 'Hello from',
    budget: quick,
  },
  {
    name: 'PHP',
    type: 'php',
    example: 'php',
    page: 'public/index.php',
    replaced: 'Apache and PHP-FPM',
    budget: quick,
  },
  {
    name: 'Ruby',
    type: 'ruby',
    example: 'ruby',
    page: 'config.ru',
    replaced: 'Hello from Rack',
    budget: quick,
    needsGems: true,
  },
  {
    name: 'Java',
    type: 'maven',
    files: spring,
    page: 'src/main/java/hello/Hello.java',
    replaced: 'Hello from Spring',
    budget: compiled,
  },
  {
    name: 'Rust',
    type: 'rust',
    // With axum and a client of PostgreSQL: it counts in memory without a database.
    example: 'rust-postgresql',
    page: 'src/main.rs',
    replaced: 'Visit {count} in memory',
    budget: compiled,
  },
]

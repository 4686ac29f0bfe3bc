type Artifact = readonly [group: string, name: string, version: string, type: 'jar' | 'war']

const item = ([group, name, version, type]: Artifact) =>
  `<artifactItem><groupId>${group}</groupId><artifactId>${name}</artifactId><version>${version}</version><type>${type}</type></artifactItem>`

/** A project of Maven whose build only downloads these artifacts into `target`. */
export const downloadingPom = (artifacts: readonly Artifact[]): string => `<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>com.example</groupId>
  <artifactId>released</artifactId>
  <version>1.0</version>
  <packaging>pom</packaging>
  <build>
    <plugins>
      <plugin>
        <artifactId>maven-dependency-plugin</artifactId>
        <version>3.8.1</version>
        <executions>
          <execution>
            <phase>package</phase>
            <goals><goal>copy</goal></goals>
            <configuration>
              <outputDirectory>target</outputDirectory>
              <artifactItems>
                ${artifacts.map(item).join('\n                ')}
              </artifactItems>
            </configuration>
          </execution>
        </executions>
      </plugin>
    </plugins>
  </build>
</project>
`

/** Files of small Play applications; versions are those of which Maven Central has every part that they need. */

export const sbtVersion = '1.10.11'

const configuration = (...more: string[]) =>
  [
    'play.http.secret.key = "changeme"',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is HOCON's.
    'play.http.secret.key = ${?APPLICATION_SECRET}',
    'play.http.forwarded.trustedProxies = ["0.0.0.0/0", "::/0"]',
    'play.filters.hosts.allowed = ["."]',
    ...more,
    '',
  ].join('\n')

/** A pool of the size that Play has by default, unless a variable says another. */
const database = `db.default.driver = org.postgresql.Driver
db.default.url = "jdbc:postgresql://"\${POSTGRESQL_ADDON_HOST}":"\${POSTGRESQL_ADDON_PORT}"/"\${POSTGRESQL_ADDON_DB}
db.default.username = \${POSTGRESQL_ADDON_USER}
db.default.password = \${POSTGRESQL_ADDON_PASSWORD}
db.default.hikaricp.connectionTimeout = 5 seconds
db.default.hikaricp.maximumPoolSize = 10
db.default.hikaricp.maximumPoolSize = \${?POOL_SIZE}`

/** Without documentation, which would take half of the time. */
const noDocumentation =
  'Compile / doc / sources := Seq.empty, Compile / packageDoc / publishArtifact := false'

/** A Java application of Play 2.9 that answers with what it knows about the request, and with the connections to its database. */
export const playJava: Readonly<Record<string, string>> = {
  'project/build.properties': `sbt.version=${sbtVersion}\n`,
  'project/plugins.sbt': 'addSbtPlugin("com.typesafe.play" % "sbt-plugin" % "2.9.7")\n',
  'build.sbt': `lazy val root = (project in file("."))
  .enablePlugins(PlayJava)
  .settings(
    name := "hello",
    scalaVersion := "2.13.16",
    libraryDependencies ++= Seq(guice, javaJdbc, "org.postgresql" % "postgresql" % "42.7.4"),
    ${noDocumentation}
  )
`,
  'conf/application.conf': configuration(database),
  'conf/routes': 'GET / controllers.HomeController.index(request: Request)\n',
  'app/controllers/HomeController.java': `package controllers;

import java.sql.*;
import javax.inject.Inject;
import play.db.Database;
import play.mvc.*;

public class HomeController extends Controller {
    private final Database database;

    @Inject
    public HomeController(Database database) {
        this.database = database;
    }

    public Result index(Http.Request request) {
        String version = play.core.PlayVersion.current();
        return ok("ahoy " + request.secure() + " " + version + " with " + connections());
    }

    private int connections() {
        return database.withConnection(connection -> {
            Statement statement = connection.createStatement();
            ResultSet rows = statement.executeQuery("select count(*) from pg_stat_activity where usename = current_user");
            rows.next();
            return rows.getInt(1);
        });
    }
}
`,
}

/** A Scala application of Play 3.0 in a module of its build, which uses another module. */
export const playScala: Readonly<Record<string, string>> = {
  'project/build.properties': `sbt.version=${sbtVersion}\n`,
  'project/plugins.sbt': 'addSbtPlugin("org.playframework" % "sbt-plugin" % "3.0.8")\n',
  'build.sbt': `ThisBuild / scalaVersion := "2.13.16"

lazy val shared = (project in file("shared")).settings(${noDocumentation})

lazy val service1 = (project in file("service1"))
  .enablePlugins(PlayScala)
  .dependsOn(shared)
  .settings(libraryDependencies += guice, ${noDocumentation})

lazy val root = (project in file(".")).aggregate(shared, service1)
`,
  'service1/conf/application.conf': configuration(),
  'service1/conf/routes': 'GET / controllers.HomeController.index\n',
  'service1/app/controllers/HomeController.scala': `package controllers

import javax.inject.Inject
import play.api.mvc._

class HomeController @Inject() (components: ControllerComponents) extends AbstractController(components) {
  def index = Action { request =>
    Ok(s"\${greetings.Greeting.word} \${request.secure} \${play.core.PlayVersion.current}")
  }
}
`,
  'shared/src/main/scala/Greeting.scala': `package greetings

object Greeting {
  val word = "ahoy"
}
`,
}

/** An application that Play has no part in: a program of one class, staged by the packager of sbt. */
export const plainSbt: Readonly<Record<string, string>> = {
  'project/build.properties': `sbt.version=${sbtVersion}\n`,
  'project/plugins.sbt': 'addSbtPlugin("com.github.sbt" % "sbt-native-packager" % "1.11.1")\n',
  'build.sbt': `enablePlugins(JavaAppPackaging)
name := "plain"
autoScalaLibrary := false
crossPaths := false
${noDocumentation.replace(', ', '\n')}
`,
  'src/main/java/Plain.java': `import com.sun.net.httpserver.HttpServer;
import java.net.InetSocketAddress;

public class Plain {
    public static void main(String[] words) throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress(8080), 0);
        server.createContext("/", exchange -> {
            byte[] answer = "plain".getBytes();
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        server.start();
    }
}
`,
}

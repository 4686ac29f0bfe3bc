package shop;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

@SpringBootApplication
@RestController
public class Shop {
    private final JdbcTemplate database;

    Shop(JdbcTemplate database) {
        this.database = database;
    }

    @GetMapping("/")
    String visit() {
        database.update("insert into visit default values");
        return "Visit " + database.queryForObject("select count(*) from visit", Long.class);
    }

    public static void main(String[] arguments) {
        SpringApplication.run(Shop.class, arguments);
    }
}

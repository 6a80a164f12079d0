// Flask-Admin (PyPI): an administration of tables drawn from models of SQLAlchemy. Lists with tick boxes and actions,
// forms with drawn lists of choices, and rows of another table inside of a form, added by a script.

import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { App, sqlite } from '../support/app.mjs'
import { pip } from '../support/cache.mjs'

const PROGRAM = `
import sys
from flask import Flask, flash
from flask_admin import Admin
from flask_admin.actions import action
from flask_admin.contrib.sqla import ModelView
from flask_sqlalchemy import SQLAlchemy

app = Flask(__name__)
app.config.update(SECRET_KEY="tea and cups", SQLALCHEMY_DATABASE_URI="sqlite:///" + sys.argv[1])
db = SQLAlchemy(app)


class Supplier(db.Model):
    id = db.Column(db.Integer, primary_key=True)
    name = db.Column(db.String(80), nullable=False, unique=True)
    city = db.Column(db.String(80))
    products = db.relationship("Product", back_populates="supplier")

    def __str__(self):
        return self.name


class Product(db.Model):
    id = db.Column(db.Integer, primary_key=True)
    sku = db.Column(db.String(20), nullable=False, unique=True)
    name = db.Column(db.String(80), nullable=False)
    price = db.Column(db.Numeric(8, 2), nullable=False)
    stock = db.Column(db.Integer, default=0)
    on_sale = db.Column(db.Boolean, default=True)
    supplier_id = db.Column(db.ForeignKey("supplier.id"))
    supplier = db.relationship("Supplier", back_populates="products")

    def __str__(self):
        return self.name


class Order(db.Model):
    id = db.Column(db.Integer, primary_key=True)
    number = db.Column(db.String(20), nullable=False, unique=True)
    customer = db.Column(db.String(80), nullable=False)
    delivery = db.Column(db.String(20))
    status = db.Column(db.String(20), default="open")
    lines = db.relationship("OrderLine", back_populates="order", cascade="all, delete-orphan")

    def __str__(self):
        return self.number


class OrderLine(db.Model):
    id = db.Column(db.Integer, primary_key=True)
    order_id = db.Column(db.ForeignKey("order.id"), nullable=False)
    product_id = db.Column(db.ForeignKey("product.id"), nullable=False)
    quantity = db.Column(db.Integer, nullable=False, default=1)
    note = db.Column(db.String(120))
    order = db.relationship("Order", back_populates="lines")
    product = db.relationship("Product")


class SupplierView(ModelView):
    column_searchable_list = ["name", "city"]
    form_columns = ["name", "city"]


class ProductView(ModelView):
    column_list = ["sku", "name", "supplier", "price", "stock", "on_sale"]
    column_searchable_list = ["sku", "name"]
    column_filters = ["on_sale", "supplier.name"]
    form_columns = ["sku", "name", "price", "stock", "on_sale", "supplier"]


class OrderView(ModelView):
    column_list = ["number", "customer", "delivery", "status"]
    column_searchable_list = ["number", "customer"]
    column_filters = ["status"]
    column_default_sort = "number"
    form_choices = {"status": [("open", "open"), ("shipped", "shipped"), ("cancelled", "cancelled")]}
    form_columns = ["number", "customer", "delivery", "status", "lines"]
    inline_models = [(OrderLine, {"form_columns": ["id", "product", "quantity", "note"]})]

    @action("ship", "Mark as shipped", "Mark the selected orders as shipped?")
    def ship(self, ids):
        chosen = Order.query.filter(Order.id.in_(ids)).all()
        for order in chosen:
            order.status = "shipped"
        db.session.commit()
        flash(f"{len(chosen)} orders were marked as shipped.", "success")


admin = Admin(app, name="Tea shop")
admin.add_view(OrderView(Order, db.session, name="Orders"))
admin.add_view(ProductView(Product, db.session, name="Products"))
admin.add_view(SupplierView(Supplier, db.session, name="Suppliers"))


def fill():
    db.create_all()
    teas = Supplier(name="Teekontor Nord", city="Hamburg")
    cups = Supplier(name="Keramik Lang", city="Graz")
    rows = [
        ("TEA-1", "Sencha", "9.50", 40, teas),
        ("TEA-2", "Assam", "7.20", 12, teas),
        ("TEA-3", "Rooibos", "5.80", 60, teas),
        ("CUP-1", "Blue cup", "14.00", 5, cups),
        ("CUP-2", "Glass pot", "32.00", 3, cups),
    ]
    products = [
        Product(sku=sku, name=name, price=price, stock=stock, supplier=supplier)
        for sku, name, price, stock, supplier in rows
    ]
    db.session.add_all(products)
    orders = [
        ("O-1001", "Hotel Krone", "2031-03-02", "shipped", [(0, 4)]),
        ("O-1002", "Cafe Linde", "2031-03-04", "open", [(1, 2), (3, 6)]),
        ("O-1003", "Bar Centrale", "2031-03-05", "open", [(2, 10)]),
        ("O-1004", "Hotel Krone", "2031-03-09", "open", [(4, 1)]),
        ("O-1005", "Praxis Dr. Ott", "2031-03-11", "open", [(0, 1), (2, 1)]),
    ]
    for number, customer, delivery, status, lines in orders:
        db.session.add(
            Order(
                number=number,
                customer=customer,
                delivery=delivery,
                status=status,
                lines=[OrderLine(product=products[at], quantity=count) for at, count in lines],
            )
        )
    db.session.commit()


if sys.argv[2] == "fill":
    with app.app_context():
        fill()
else:
    app.run(host="127.0.0.1", port=int(sys.argv[2]))
`

export default class FlaskAdmin extends App {
  static module = import.meta.url
  static kinds = ['semantic HTML', 'drawn lists of choices', 'rows inside of a form']

  async install() {
    this.bin = path.join(
      await pip(
        'flask-admin',
        'flask-admin==2.2.1',
        'flask==3.1.3',
        'flask-sqlalchemy==3.1.1',
        'sqlalchemy==2.0.36',
        'werkzeug==3.1.9',
        'wtforms==3.3.2',
      ),
      'bin',
    )
  }

  get file() {
    return path.join(this.data, 'shop.db')
  }

  async seed() {
    await writeFile(path.join(this.data, 'shop.py'), PROGRAM)
    await this.run(path.join(this.bin, 'python'), ['shop.py', this.file, 'fill'])
  }

  command() {
    return {
      program: path.join(this.bin, 'python'),
      args: ['shop.py', this.file, String(this.port)],
    }
  }

  get start_url() {
    return `${this.address}/admin/`
  }

  /** SQL behind the back of what is watched. Returns the rows of a query. */
  sql(statement, ...values) {
    return sqlite(this, this.file, statement, ...values)
  }

  /** Suppliers, products, and orders with their lines. */
  async read() {
    const suppliers = await this.sql('select name, city from supplier order by name')
    const products = await this.sql(
      "select sku, p.name, printf('%.2f', price) as price, stock, on_sale, s.name as supplier from product p left join supplier s on s.id = supplier_id order by sku",
    )
    const orders = await this.sql(
      'select number, customer, delivery, status from "order" order by number',
    )
    const lines = await this.sql(
      'select o.number, p.name as product, quantity, coalesce(note, \'\') as note from order_line l left join "order" o on o.id = order_id left join product p on p.id = product_id order by 1, 2, 3',
    )
    return { suppliers, products, orders, lines }
  }
}
